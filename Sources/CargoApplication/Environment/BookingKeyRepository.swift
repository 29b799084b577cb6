public import CargoDomain

/// Remembers which booking an idempotency key stands for, so that a repeated request books nothing twice.
public protocol BookingKeyRepository: Sendable {
    /// The reservation that a key has, if it has one.
    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError>

    /// Keeps a reservation for a key that has none yet, durably, before the cargo is saved.
    /// - Returns: the reservation that the key has now: this one, or the one that was first.
    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError>
}

/// A client's name for one booking: 1 to 255 printable ASCII characters.
public struct IdempotencyKey: Hashable, Sendable {
    /// The key as it was given.
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

/// What a key was first used for, and the tracking id that was drawn for it.
public struct BookingReservation: Hashable, Sendable {
    /// The id of the cargo, booked or about to be.
    public let trackingId: TrackingId
    /// Who books.
    public let customerId: CustomerId
    /// What they book.
    public let routeSpecification: RouteSpecification

    /// Joins a tracking id and a booking.
    public init(trackingId: TrackingId, customerId: CustomerId, routeSpecification: RouteSpecification) {
        self.trackingId = trackingId
        self.customerId = customerId
        self.routeSpecification = routeSpecification
    }

    /// Whether both are the same booking, whatever the tracking ids.
    public func isSameBooking(as other: BookingReservation) -> Bool {
        customerId == other.customerId && routeSpecification == other.routeSpecification
    }
}
