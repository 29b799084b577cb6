/// One passage of a voyage, from a departure port to an arrival port (VOY-1).
public struct CarrierMovement: Hashable, Sendable {
    /// Where the carrier departs.
    public let departureLocation: UnLocode
    /// Where it arrives; never the departure location.
    public let arrivalLocation: UnLocode
    /// When it departs.
    public let departureTime: Instant
    /// When it arrives; always later than the departure time.
    public let arrivalTime: Instant

    /// Creates a movement.
    /// - Throws: `movement_locations_equal`, `movement_times_invalid`.
    public init(
        departureLocation: UnLocode,
        arrivalLocation: UnLocode,
        departureTime: Instant,
        arrivalTime: Instant
    ) throws(DomainError) {
        guard departureLocation != arrivalLocation else { throw .rule(.movementLocationsEqual) }
        guard arrivalTime > departureTime else { throw .rule(.movementTimesInvalid) }
        self.departureLocation = departureLocation
        self.arrivalLocation = arrivalLocation
        self.departureTime = departureTime
        self.arrivalTime = arrivalTime
    }
}
