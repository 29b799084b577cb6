/// One passage of a voyage from port to port (VOY-1).
public struct CarrierMovement: Hashable, Sendable {
    /// Where the carrier leaves.
    public let departureLocation: UnLocode
    /// Where it arrives; never where it left.
    public let arrivalLocation: UnLocode
    /// When it leaves.
    public let departureTime: Instant
    /// When it arrives; always later.
    public let arrivalTime: Instant

    /// Makes a movement.
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
