public import CargoDomain

/// Stores the booking of each idempotency key, so that a repeated request books nothing twice.
public protocol IdempotencyKeyRepository: Sendable {
    /// Returns the reservation of a key, or nil if it has none.
    @concurrent
    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError>

    /// Durably stores a reservation for a key that has none yet. Called before the cargo is saved.
    /// - Returns: the key's reservation: this one, or the one that was stored first.
    @concurrent
    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError>
}

/// A client's key for one booking: 1 to 255 printable ASCII characters.
public struct IdempotencyKey: Hashable, Sendable {
    /// The key's text.
    public let text: String

    /// Parses a key.
    /// - Throws: `idempotency_key_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= 255, bytes.allSatisfy({ $0 >= 0x21 && $0 <= 0x7E }) else {
            throw .invalid(.idempotencyKeyInvalid, text: text)
        }
        self.text = text
    }
}

/// The booking that a key was first used for, and its tracking id.
public struct BookingReservation: Hashable, Sendable {
    /// The tracking id of the cargo, which may not be booked yet.
    public let trackingId: TrackingId
    /// The customer.
    public let customerId: CustomerId
    /// The route specification.
    public let routeSpecification: RouteSpecification

    /// Creates a reservation.
    public init(trackingId: TrackingId, customerId: CustomerId, routeSpecification: RouteSpecification) {
        self.trackingId = trackingId
        self.customerId = customerId
        self.routeSpecification = routeSpecification
    }

    /// Whether both reservations are equal, apart from their tracking ids.
    public func isSameBooking(as other: BookingReservation) -> Bool {
        customerId == other.customerId && routeSpecification == other.routeSpecification
    }
}
