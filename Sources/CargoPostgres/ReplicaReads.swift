#if Postgres
import CargoDomain

/// A question that a read replica may answer; the primary does where the replica does not.
func fromReplica<Value>(
    _ replica: () async -> Result<Value, DomainError>,
    orPrimary primary: () async -> Result<Value, DomainError>
) async -> Result<Value, DomainError> {
    let answer = await replica()
    if case .failure(let error) = answer, error.code == .storeUnavailable || error.code == .storeLocked { return await primary() }
    return answer
}

/// Cargos whose listings come from a read replica, and so may be a moment old; everything else comes from the primary.
struct ReplicaCargoRepository: CargoRepository {
    let primary: any CargoRepository
    let replica: any CargoRepository

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await primary.findByTrackingId(trackingId) }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await primary.save(cargo) }

    func nextTrackingId() async -> Result<TrackingId, DomainError> { await primary.nextTrackingId() }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await fromReplica {
            await replica.findForCustomer(customerId)
        } orPrimary: {
            await primary.findForCustomer(customerId)
        }
    }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await fromReplica {
            await replica.findPage(after: trackingId, limit: limit)
        } orPrimary: {
            await primary.findPage(after: trackingId, limit: limit)
        }
    }
}

/// Voyages whose pages come from a read replica.
struct ReplicaVoyageRepository: VoyageRepository {
    let primary: any VoyageRepository
    let replica: any VoyageRepository

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { await primary.findByNumber(number) }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> { await primary.save(voyage) }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await fromReplica {
            await replica.findPage(after: number, limit: limit)
        } orPrimary: {
            await primary.findPage(after: number, limit: limit)
        }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> { await primary.findChanges(after: position) }
}

/// Locations whose pages come from a read replica.
struct ReplicaLocationRepository: LocationRepository {
    let primary: any LocationRepository
    let replica: any LocationRepository

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { await primary.findByUnLocode(unLocode) }

    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> { await primary.findAll(unLocodes) }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> { await primary.save(locations) }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await fromReplica {
            await replica.findPage(after: unLocode, limit: limit)
        } orPrimary: {
            await primary.findPage(after: unLocode, limit: limit)
        }
    }
}
#endif
