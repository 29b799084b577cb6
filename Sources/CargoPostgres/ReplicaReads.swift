#if Postgres
import CargoDomain
import Synchronization

/// Decides whether to read from the replica, and leaves it out for a while after it didn't answer.
///
/// Without that pause, every listing would wait for the replica's connection to time out before the primary answers.
final class ReplicaGate: Sendable {
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let closedUntil = Mutex<ContinuousClock.Instant?>(nil)

    /// Creates a gate.
    /// - Parameters:
    ///   - pause: how long to leave out a replica that didn't answer.
    ///   - now: returns the current time.
    init(pause: Duration = .seconds(10), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.pause = pause
        self.now = now
    }

    /// Reads from the replica.
    ///
    /// Reads from the primary if the replica doesn't answer, reports a lock, or is left out.
    func read<Value>(
        _ replica: () async -> Result<Value, DomainError>,
        orPrimary primary: () async -> Result<Value, DomainError>
    ) async -> Result<Value, DomainError> {
        if let until = closedUntil.withLock(\.self), now() < until { return await primary() }
        let answer = await replica()
        guard case .failure(let error) = answer, error.code == .storeUnavailable || error.code == .storeLocked else { return answer }
        if error.code == .storeUnavailable {
            let until = now() + pause
            closedUntil.withLock { $0 = until }
        }
        return await primary()
    }
}

/// A cargo repository whose listings come from a read replica and may lag the primary.
///
/// Everything else comes from the primary, the cargos on a voyage too: a reschedule changes each of them, and must not miss one.
struct ReplicaCargoRepository: CargoRepository {
    let primary: any CargoRepository
    let replica: any CargoRepository
    let gate: ReplicaGate

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await primary.findByTrackingId(trackingId) }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await primary.save(cargo) }

    func nextTrackingId() async -> Result<TrackingId, DomainError> { await primary.nextTrackingId() }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await gate.read {
            await replica.findForCustomer(customerId)
        } orPrimary: {
            await primary.findForCustomer(customerId)
        }
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        if query.voyage != nil { return await primary.find(query, after: trackingId, limit: limit) }
        return await gate.read {
            await replica.find(query, after: trackingId, limit: limit)
        } orPrimary: {
            await primary.find(query, after: trackingId, limit: limit)
        }
    }
}

/// A voyage repository whose pages come from a read replica.
struct ReplicaVoyageRepository: VoyageRepository {
    let primary: any VoyageRepository
    let replica: any VoyageRepository
    let gate: ReplicaGate

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { await primary.findByNumber(number) }

    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> { await primary.findAll(numbers) }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> { await primary.save(voyage) }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await gate.read {
            await replica.findPage(after: number, limit: limit)
        } orPrimary: {
            await primary.findPage(after: number, limit: limit)
        }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> { await primary.findChanges(after: position) }
}

/// A location repository whose pages come from a read replica.
struct ReplicaLocationRepository: LocationRepository {
    let primary: any LocationRepository
    let replica: any LocationRepository
    let gate: ReplicaGate

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { await primary.findByUnLocode(unLocode) }

    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> { await primary.findAll(unLocodes) }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> { await primary.save(locations) }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await gate.read {
            await replica.findPage(after: unLocode, limit: limit)
        } orPrimary: {
            await primary.findPage(after: unLocode, limit: limit)
        }
    }
}
#endif
