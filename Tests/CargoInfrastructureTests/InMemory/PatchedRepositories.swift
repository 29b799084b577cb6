import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization

/// A cargo repository that breaks one promise: a method given here replaces that of the wrapped repository.
struct PatchedCargoRepository: CargoRepository {
    let wrapped: any CargoRepository
    var find: (@Sendable (TrackingId) async -> Result<Cargo, DomainError>)?
    var doSave: (@Sendable (Cargo) async -> Result<Void, DomainError>)?
    var next: (@Sendable () async -> Result<TrackingId, DomainError>)?
    var list: (@Sendable (CustomerId) async -> Result<[Cargo], DomainError>)?
    var page: (@Sendable (CargoQuery, TrackingId?, Int) async -> Result<Page<Cargo, TrackingId>, DomainError>)?

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        if let find { return await find(trackingId) }
        return await wrapped.findByTrackingId(trackingId)
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        if let doSave { return await doSave(cargo) }
        return await wrapped.save(cargo)
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        if let next { return await next() }
        return await wrapped.nextTrackingId()
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        if let list { return await list(customerId) }
        return await wrapped.findForCustomer(customerId)
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        if let page { return await page(query, trackingId, limit) }
        return await wrapped.find(query, after: trackingId, limit: limit)
    }
}

/// A handling event repository that breaks the promise of one of its methods.
struct PatchedHandlingEventRepository: HandlingEventRepository {
    let wrapped: any HandlingEventRepository
    var history: (@Sendable (HandlingHistory) async -> HandlingHistory)?
    var retracted: (@Sendable ([RetractedEvent]) async -> [RetractedEvent])?

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        let found = await wrapped.findHistory(of: trackingId)
        guard let history, case .success(let value) = found else { return found }
        return .success(await history(value))
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        let found = await wrapped.findRetracted(of: trackingId)
        guard let retracted, case .success(let value) = found else { return found }
        return .success(await retracted(value))
    }
}

/// A unit of work that breaks its promise: a method given here replaces that of the wrapped one.
struct PatchedHandlingUnitOfWork: HandlingUnitOfWork {
    let wrapped: any HandlingUnitOfWork
    var doSave: (@Sendable (HandlingEvent, HandlingHistory, Cargo) async -> Result<Void, DomainError>)?
    var doRetract: (@Sendable (RetractedEvent, HandlingHistory, Cargo) async -> Result<Void, DomainError>)?

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        if let doSave { return await doSave(event, history, cargo) }
        return await wrapped.save(event, after: history, with: cargo)
    }

    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        if let doRetract { return await doRetract(retraction, history, cargo) }
        return await wrapped.retract(retraction, after: history, with: cargo)
    }
}

/// A voyage repository that breaks the promise of `save` or `findChanges`.
struct PatchedVoyageRepository: VoyageRepository {
    let wrapped: any VoyageRepository
    var doSave: (@Sendable (Voyage) async -> Result<Void, DomainError>)?
    var changes: (@Sendable (Int64) async -> Result<VoyageChanges, DomainError>)?

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { await wrapped.findByNumber(number) }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        if let doSave { return await doSave(voyage) }
        return await wrapped.save(voyage)
    }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await wrapped.findPage(after: number, limit: limit)
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        if let changes { return await changes(position) }
        return await wrapped.findChanges(after: position)
    }
}

/// A location repository that breaks the promise of `save`.
struct PatchedLocationRepository: LocationRepository {
    let wrapped: any LocationRepository
    let doSave: @Sendable ([Location]) async -> Result<Void, DomainError>

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { await wrapped.findByUnLocode(unLocode) }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> { await doSave(locations) }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await wrapped.findPage(after: unLocode, limit: limit)
    }
}

/// An outbox that breaks its promise.
struct PatchedDomainEventFeed: DomainEventFeed {
    let read: @Sendable (Int64, Int) async -> Result<[DomainEvent], DomainError>

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> { await read(sequence, limit) }
}

/// A booking key repository that returns the last reservation of a key instead of the first.
struct ForgetfulIdempotencyKeyRepository: IdempotencyKeyRepository {
    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> { .success(nil) }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        .success(reservation)
    }
}

/// Tells the versions that it was told when it was first asked for the same aggregates.
final class FrozenVersions: AggregateVersions {
    private let wrapped: (any AggregateVersions)?
    private let known = Mutex<[[AggregateName]: [Int64]]>([:])

    init(wrapped: (any AggregateVersions)?) { self.wrapped = wrapped }

    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError> {
        if let versions = known.withLock({ $0[aggregates] }) { return .success(versions) }
        let answer = await wrapped?.versions(of: aggregates) ?? .success([])
        if case .success(let versions) = answer { known.withLock { $0[aggregates] = versions } }
        return answer
    }
}

extension RepositoryBackend {
    /// Returns this backend with some of its repositories replaced.
    func with(
        cargos: (any CargoRepository)? = nil,
        handlingEvents: (any HandlingEventRepository)? = nil,
        voyages: (any VoyageRepository)? = nil,
        locations: (any LocationRepository)? = nil,
        events: (any DomainEventFeed)? = nil,
        idempotencyKeys: (any IdempotencyKeyRepository)? = nil,
        handlingUnitOfWork: (any HandlingUnitOfWork)? = nil,
        versions: (any AggregateVersions)? = nil,
        retention: (any StoreRetention)? = nil,
        reopen: (@Sendable () async throws -> RepositoryBackend)? = nil
    ) -> RepositoryBackend {
        RepositoryBackend(
            replacing(
                cargos: cargos,
                handlingEvents: handlingEvents,
                voyages: voyages,
                locations: locations,
                idempotencyKeys: idempotencyKeys,
                handlingUnitOfWork: handlingUnitOfWork ?? self.handlingUnitOfWork,
                events: events,
                versions: versions,
                retention: retention
            ),
            now: now,
            reopen: reopen ?? self.reopen,
            insertBrokenCargo: insertBrokenCargo,
            insertBrokenLocation: insertBrokenLocation,
            insertUnreadableEvent: insertUnreadableEvent
        )
    }
}
