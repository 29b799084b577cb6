public import CargoDomain

/// A cargo repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingCargoRepository: CargoRepository {
    private let wrapped: any CargoRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any CargoRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findCargo`; otherwise forwards.
    public func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await faults.run(.findCargo, .findCargo(trackingId)) { await wrapped.findByTrackingId(trackingId) }
    }

    /// Fails if a fault is set for `saveCargo`; otherwise forwards.
    public func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await faults.run(.saveCargo, .saveCargo(cargo)) { await wrapped.save(cargo) }
    }

    /// Fails if a fault is set for `nextTrackingId`; otherwise forwards.
    public func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await faults.run(.nextTrackingId, .nextTrackingId) { await wrapped.nextTrackingId() }
    }

    /// Fails if a fault is set for `findForCustomer`; otherwise forwards.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await faults.run(.findForCustomer, .findForCustomer(customerId)) { await wrapped.findForCustomer(customerId) }
    }

    /// Fails if a fault is set for `findCargos`; otherwise forwards.
    public func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargos, .findCargos(query, after: trackingId, limit: limit)) {
            await wrapped.find(query, after: trackingId, limit: limit)
        }
    }
}
