import CargoDomain

/// A store that is read and whose saves are checked, but saves nothing (`--dry-run`).
///
/// Each save is checked against the stored state, as a real save would be, and then dropped. The run sees the cargos, the idempotency keys and the
/// voyages that it saved by their ids, so that a booking finds those before it, and a report lists the cargos that it affects. It doesn't see the
/// handling that it registered.
package enum DryRun {
    /// The kit over a store that saves nothing; a kit of a dry run itself.
    package static func kit(over real: CargoKit) -> CargoKit {
        if real.store.cargos is Cargos { return real }
        return CargoKit(store: store(over: real.store), routing: real.routing, clock: real.clock)
    }

    private static func store(over real: any CargoStore) -> Repositories {
        let cargos = Cargos(real: real.cargos)
        return real.replacing(
            cargos: cargos,
            handlingEvents: HandlingEvents(real: real.handlingEvents),
            voyages: Voyages(real: real.voyages),
            locations: Locations(real: real.locations),
            idempotencyKeys: IdempotencyKeys(real: real.idempotencyKeys),
            handlingUnitOfWork: UnitOfWork(cargos: cargos, handlingEvents: real.handlingEvents)
        )
    }

    private final class Cargos: CargoRepository {
        private let real: any CargoRepository
        private let saved = Saved<TrackingId, Cargo>()
        private let drawn = Counter()

        init(real: any CargoRepository) { self.real = real }

        func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
            let stored: Int64
            switch await findByTrackingId(cargo.trackingId) {
            case .success(let found): stored = found.version
            case .failure(let error):
                guard error.code == .cargoNotFound else { return .failure(error) }
                stored = 0
            }
            guard stored == cargo.version else {
                return .failure(.concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: stored))
            }
            do throws(DomainError) {
                await saved.set(try cargo.saved(), for: cargo.trackingId)
                return .success(())
            } catch {
                return .failure(error)
            }
        }

        func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
            if let cargo = await saved.values[trackingId] { return .success(cargo) }
            return await real.findByTrackingId(trackingId)
        }
        /// Returns an id that no cargo has.
        ///
        /// One that the store draws would stay drawn.
        func nextTrackingId() async -> Result<TrackingId, DomainError> {
            do throws(DomainError) {
                while true {
                    let id = try TrackingId("DRY-RUN-\(await drawn.next())")
                    if case .failure(let error) = await findByTrackingId(id) {
                        guard error.code == .cargoNotFound else { return .failure(error) }
                        return .success(id)
                    }
                }
            } catch {
                return .failure(error)
            }
        }
        func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { await real.findForCustomer(customerId) }
        func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
            await real.find(query, after: trackingId, limit: limit)
        }
    }

    private struct HandlingEvents: HandlingEventRepository {
        let real: any HandlingEventRepository

        func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> { await real.findHistory(of: trackingId) }
        func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
            await real.findRetracted(of: trackingId)
        }
    }

    private struct UnitOfWork: HandlingUnitOfWork {
        let cargos: Cargos
        let handlingEvents: any HandlingEventRepository

        func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
            await check(history, cargo)
        }

        func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
            await check(history, cargo)
        }

        private func check(_ history: HandlingHistory, _ cargo: Cargo) async -> Result<Void, DomainError> {
            switch await handlingEvents.findHistory(of: cargo.trackingId) {
            case .success(let stored):
                guard stored.revision == history.revision else {
                    return .failure(.concurrencyConflict(cargo.trackingId, expected: history.revision, actual: stored.revision))
                }
                return await cargos.save(cargo)
            case .failure(let error): return .failure(error)
            }
        }
    }

    private final class Voyages: VoyageRepository {
        private let real: any VoyageRepository
        private let saved = Saved<VoyageNumber, Voyage>()

        init(real: any VoyageRepository) { self.real = real }

        func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
            switch await real.findByNumber(voyage.number) {
            case .success(let stored):
                if stored.version == voyage.version { await saved.set(voyage, for: voyage.number) }
                return stored.version == voyage.version
                    ? .success(()) : .failure(.concurrencyConflict(voyage.number, expected: voyage.version, actual: stored.version))
            case .failure(let error):
                guard error.code == .voyageNotFound else { return .failure(error) }
                await saved.set(voyage, for: voyage.number)
                return .success(())
            }
        }

        func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
            if let voyage = await saved.values[number] { return .success(voyage) }
            return await real.findByNumber(number)
        }
        func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
            let own = await saved.values.filter { numbers.contains($0.key) }
            return await real.findAll(numbers).map { $0.merging(own) { _, own in own } }
        }
        func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
            await real.findPage(after: number, limit: limit)
        }
        func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> { await real.findChanges(after: position) }
    }

    private struct Locations: LocationRepository {
        let real: any LocationRepository

        func save(_ locations: [Location]) async -> Result<Void, DomainError> { .success(()) }
        func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { await real.findByUnLocode(unLocode) }
        func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
            await real.findPage(after: unLocode, limit: limit)
        }
    }

    private final class IdempotencyKeys: IdempotencyKeyRepository {
        private let real: any IdempotencyKeyRepository
        private let saved = Saved<IdempotencyKey, BookingReservation>()

        init(real: any IdempotencyKeyRepository) { self.real = real }

        func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
            if let reservation = await saved.values[key] { return .success(reservation) }
            return await real.find(key)
        }

        func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
            switch await real.find(key) {
            case .success(let stored?): .success(stored)
            case .success(nil): .success(await saved.keep(reservation, for: key))
            case .failure(let error): .failure(error)
            }
        }
    }
}

/// Numbers from 1.
private actor Counter {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}

/// What a dry run would have saved.
private actor Saved<Key: Hashable & Sendable, Value: Sendable> {
    private(set) var values: [Key: Value] = [:]

    func set(_ value: Value, for key: Key) { values[key] = value }

    /// Returns the first value that was kept for a key.
    func keep(_ value: Value, for key: Key) -> Value {
        let first = values[key] ?? value
        values[key] = first
        return first
    }
}
