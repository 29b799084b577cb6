/// The part of a route on one voyage, from a load location to an unload location (LEG-1).
public struct Leg: Hashable, Sendable {
    /// The voyage that carries the cargo.
    public internal(set) var voyageNumber: VoyageNumber
    /// Where the cargo is loaded.
    public let loadLocation: UnLocode
    /// Where the cargo is unloaded; never the load location.
    public let unloadLocation: UnLocode
    /// When the cargo is loaded.
    public let loadTime: Instant
    /// When the cargo is unloaded; always later than the load time.
    public let unloadTime: Instant

    /// Creates a leg.
    /// - Throws: `leg_locations_equal`, `leg_times_invalid`.
    public init(
        voyageNumber: VoyageNumber,
        loadLocation: UnLocode,
        unloadLocation: UnLocode,
        loadTime: Instant,
        unloadTime: Instant
    ) throws(DomainError) {
        guard loadLocation != unloadLocation else { throw .rule(.legLocationsEqual) }
        guard unloadTime > loadTime else { throw .rule(.legTimesInvalid) }
        self.voyageNumber = voyageNumber
        self.loadLocation = loadLocation
        self.unloadLocation = unloadLocation
        self.loadTime = loadTime
        self.unloadTime = unloadTime
    }
}
