public import CargoApplication
public import CargoDomain

extension IdempotencyKey {
    /// Returns a key with this text.
    ///
    /// Traps if the text isn't a valid key.
    public static func stub(_ text: String = "key-1") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension BookingReservation {
    /// Returns a reservation for a booking.
    ///
    /// Traps if an id isn't valid.
    public static func stub(
        _ trackingId: String = "ABC123",
        customer customerId: String = "CUST-1",
        routeSpecification: RouteSpecification = .stub()
    ) -> Self {
        Self(trackingId: .stub(trackingId), customerId: .stub(customerId), routeSpecification: routeSpecification)
    }
}
