public import CargoDomain

/// A cargo repository that fails on demand and otherwise does what the wrapped one does.
public struct FailingCargoRepository: CargoRepository {
    private let wrapped: any CargoRepository
    private let faults: FaultInjection

    /// Puts a repository behind a fault injection.
    public init(_ wrapped: any CargoRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `findCargo` or calls on.
    public func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await faults.run(.findCargo, .findCargo(trackingId)) { await wrapped.findByTrackingId(trackingId) }
    }

    /// Fails as `saveCargo` or calls on.
    public func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await faults.run(.saveCargo, .saveCargo(cargo)) { await wrapped.save(cargo) }
    }

    /// Fails as `nextTrackingId` or calls on.
    public func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await faults.run(.nextTrackingId, .nextTrackingId) { await wrapped.nextTrackingId() }
    }

    /// Fails as `findForCustomer` or calls on.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await faults.run(.findForCustomer, .findForCustomer(customerId)) { await wrapped.findForCustomer(customerId) }
    }

    /// Fails as `findCargoPage` or calls on.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargoPage, .findCargoPage(after: trackingId, limit: limit)) {
            await wrapped.findPage(after: trackingId, limit: limit)
        }
    }
}
