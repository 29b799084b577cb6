public import CargoDomain

/// A location repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingLocationRepository: LocationRepository {
    private let wrapped: any LocationRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any LocationRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findLocation`; otherwise forwards.
    public func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        await faults.run(.findLocation, .findLocation(unLocode)) { await wrapped.findByUnLocode(unLocode) }
    }

    /// Fails if a fault is set for `findLocations`; otherwise forwards.
    public func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> {
        await faults.run(.findLocations, .findLocations(unLocodes)) { await wrapped.findAll(unLocodes) }
    }

    /// Fails if a fault is set for `saveLocations`; otherwise forwards.
    public func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        await faults.run(.saveLocations, .saveLocations(locations)) { await wrapped.save(locations) }
    }

    /// Fails if a fault is set for `findLocationPage`; otherwise forwards.
    public func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await faults.run(.findLocationPage, .findLocationPage(after: unLocode, limit: limit)) {
            await wrapped.findPage(after: unLocode, limit: limit)
        }
    }
}
