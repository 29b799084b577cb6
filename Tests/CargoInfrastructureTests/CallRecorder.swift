import CargoApplication
import CargoDomain
import CargoTesting
import Dispatch
import Synchronization

@testable import CargoInfrastructure

/// Notes what a store calls, and which of the calls run on the main actor's queue.
final class CallRecorder: DomainClock, TrackingIdGenerator {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isOnMain: Bool { DispatchQueue.getSpecific(key: key) == true }

    private let noted = Mutex<(all: [String], onMain: [String])>(([], []))

    var calls: [String] { noted.withLock { $0.all } }
    var callsOnMain: [String] { noted.withLock { $0.onMain } }

    func note(_ call: String) {
        let isOnMain = Self.isOnMain
        noted.withLock {
            $0.all.append(call)
            if isOnMain { $0.onMain.append(call) }
        }
    }

    /// Notes a call, which then fails.
    func fail<Value>(_ call: String) -> Result<Value, DomainError> {
        note(call)
        return .failure(.technical(.storeUnavailable))
    }

    func now() -> Instant {
        note("now")
        return .stub()
    }

    func next() -> TrackingId? {
        note("next")
        return .stub("MAIN1")
    }
}

/// All repositories of a store; each call is noted and fails.
///
/// The methods say nothing about where they run.
struct NotingRepositories: CargoRepository, HandlingEventRepository, VoyageRepository, LocationRepository, IdempotencyKeyRepository,
    HandlingUnitOfWork, DomainEventFeed, OutboxPartitionStore
{
    let recorder: CallRecorder

    var repositories: Repositories {
        Repositories(
            cargos: self,
            handlingEvents: self,
            handlingUnitOfWork: self,
            voyages: self,
            locations: self,
            idempotencyKeys: self,
            events: self,
            outboxPartitions: self
        )
    }

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { recorder.fail("find cargo") }
    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { recorder.fail("save cargo") }
    func nextTrackingId() async -> Result<TrackingId, DomainError> { recorder.fail("next id") }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { recorder.fail("cargos of customer") }
    func find(_ query: CargoQuery, after id: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        recorder.fail("cargos")
    }

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> { recorder.fail("find history") }
    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> { recorder.fail("find retracted") }
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        recorder.fail("save event and cargo")
    }
    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        recorder.fail("retract event")
    }

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { recorder.fail("find voyage") }
    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> { recorder.fail("find voyages") }
    func save(_ voyage: Voyage) async -> Result<Void, DomainError> { recorder.fail("save voyage") }
    func findPage(after id: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> { recorder.fail("voyages") }
    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> { recorder.fail("changes") }

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { recorder.fail("find location") }
    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> { recorder.fail("find locations") }
    func save(_ locations: [Location]) async -> Result<Void, DomainError> { recorder.fail("save locations") }
    func findPage(after id: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> { recorder.fail("locations") }

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> { recorder.fail("find key") }
    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        recorder.fail("reserve key")
    }

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> { recorder.fail("events") }
    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> { recorder.fail("entries") }

    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> { recorder.fail("partitions") }
    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        recorder.fail("save partition")
    }
}

/// A cache; each call is noted and fails.
struct NotingCache: CargoCache {
    let recorder: CallRecorder

    func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError> { recorder.fail("find cached") }
    func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError> { recorder.fail("update cached") }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError> { recorder.fail("cached of customer") }
    func findPage(after id: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError> { recorder.fail("cached") }
}

/// A repository that saves on the main actor.
///
/// Only because `save` says so: the other methods are `@concurrent` as the protocol's are, although the class is isolated.
@MainActor final class MainActorCargoRepository: CargoRepository {
    private let wrapped: any CargoRepository
    private let clock: any DomainClock

    init(wrapped: any CargoRepository, clock: any DomainClock) {
        self.wrapped = wrapped
        self.clock = clock
    }

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await wrapped.findByTrackingId(trackingId) }

    @MainActor func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        _ = clock.now()
        return await wrapped.save(cargo)
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> { await wrapped.nextTrackingId() }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { await wrapped.findForCustomer(customerId) }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await wrapped.find(query, after: trackingId, limit: limit)
    }
}
