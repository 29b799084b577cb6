/// A part of a route on one voyage: loaded here, unloaded there (LEG-1).
public struct Leg: Hashable, Sendable {
    /// The voyage that carries the cargo.
    public let voyageNumber: VoyageNumber
    /// Where it is loaded.
    public let loadLocation: UnLocode
    /// Where it is unloaded; never where it was loaded.
    public let unloadLocation: UnLocode
    /// When it is loaded.
    public let loadTime: Instant
    /// When it is unloaded; always later.
    public let unloadTime: Instant

    /// Makes a leg.
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
