public import CargoDomain

/// A location repository that fails on demand and otherwise does what the wrapped one does.
public struct FailingLocationRepository: LocationRepository {
    private let wrapped: any LocationRepository
    private let faults: FaultInjection

    /// Puts a repository behind a fault injection.
    public init(_ wrapped: any LocationRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `findLocation` or calls on.
    public func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        await faults.run(.findLocation, .findLocation(unLocode)) { await wrapped.findByUnLocode(unLocode) }
    }

    /// Fails as `findLocations` or calls on.
    public func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> {
        await faults.run(.findLocations, .findLocations(unLocodes)) { await wrapped.findAll(unLocodes) }
    }

    /// Fails as `saveLocations` or calls on.
    public func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        await faults.run(.saveLocations, .saveLocations(locations)) { await wrapped.save(locations) }
    }

    /// Fails as `findLocationPage` or calls on.
    public func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await faults.run(.findLocationPage, .findLocationPage(after: unLocode, limit: limit)) {
            await wrapped.findPage(after: unLocode, limit: limit)
        }
    }
}
