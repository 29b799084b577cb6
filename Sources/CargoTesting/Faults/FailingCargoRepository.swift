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

    /// Fails if a fault is set for `findCustomerPage`; otherwise forwards.
    public func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCustomerPage, .findCustomerPage(customerId, after: trackingId, limit: limit)) {
            await wrapped.findForCustomer(customerId, after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargoPage`; otherwise forwards.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargoPage, .findCargoPage(after: trackingId, limit: limit)) {
            await wrapped.findPage(after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargoPage`; otherwise forwards.
    public func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargoPage, .findCargoPage(after: trackingId, limit: limit)) {
            await wrapped.find(query, after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargosOnVoyage`; otherwise forwards.
    public func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargosOnVoyage, .findCargosOnVoyage(number, after: trackingId, limit: limit)) {
            await wrapped.findOnVoyage(number, after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargosAt`; otherwise forwards.
    public func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargosAt, .findCargosAt(location, after: trackingId, limit: limit)) {
            await wrapped.findAt(location, after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargosNeeding`; otherwise forwards.
    public func findNeeding(
        _ need: AttentionReason,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargosNeeding, .findCargosNeeding(need, after: trackingId, limit: limit)) {
            await wrapped.findNeeding(need, after: trackingId, limit: limit)
        }
    }

    /// Fails if a fault is set for `findCargosByReference`; otherwise forwards.
    public func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.run(.findCargosByReference, .findCargosByReference(reference, after: trackingId, limit: limit)) {
            await wrapped.findByReference(reference, after: trackingId, limit: limit)
        }
    }
}
