public import CargoApplication
public import CargoDomain

extension IdempotencyKey {
    /// A key, made of its text; traps where the text is none.
    public static func stub(_ text: String = "key-1") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension BookingReservation {
    /// A reservation of a booking.
    public static func stub(
        _ trackingId: String = "ABC123",
        customer customerId: String = "CUST-1",
        routeSpecification: RouteSpecification = .stub()
    ) -> Self {
        Self(trackingId: .stub(trackingId), customerId: .stub(customerId), routeSpecification: routeSpecification)
    }
}
