package import CargoApplication
package import CargoDomain
import Synchronization

/// The repositories over a record store, and the state they share.
package final class RecordRepositories<Store: RecordStore>: Sendable {
    /// The record store.
    package let store: Store
    /// The clock that dates domain events.
    package let clock: any DomainClock
    let trackingIds: any TrackingIdGenerator
    /// The ids that were returned by `nextTrackingId` and not saved yet.
    let drawnIds = Mutex<Set<TrackingId>>([])
    let soundVersions = SoundVersions()
    private let knownSubscriptions = KnownSubscriptions()

    /// Creates the repositories over a store.
    package init(_ store: Store, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        self.store = store
        self.clock = clock
        self.trackingIds = trackingIds
    }

    /// All repositories; the unit of work stores a handling event and its cargo atomically.
    package var repositories: Repositories {
        Repositories(
            cargos: cargoRepository,
            handlingEvents: RecordHandlingEventRepository(store: store),
            handlingUnitOfWork: RecordHandlingUnitOfWork(shared: self),
            voyages: RecordVoyageRepository(shared: self),
            locations: RecordLocationRepository(store: store),
            idempotencyKeys: RecordIdempotencyKeyRepository(store: store),
            events: RecordDomainEventFeed(store: store),
            outboxPartitions: RecordOutboxPartitionStore(store),
            subscriptions: RecordSubscriptionRepository(store, knownSubscriptions),
            carrierEvents: RecordCarrierEventRepository(store),
            access: RecordAccessRepository(store: store),
            versions: RecordVersions(store: store),
            retention: RecordRetention(shared: self)
        )
    }

    var cargoRepository: RecordCargoRepository<Store> { RecordCargoRepository(shared: self) }
}

/// The versions of a record store's aggregates.
struct RecordVersions<Store: RecordStore>: AggregateVersions {
    let store: Store

    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError> {
        await .awaiting { () throws(DomainError) in try await store.versions(aggregates.map(Self.record)) }
    }

    func versionsWithoutWaiting(of aggregates: [AggregateName]) -> [Int64]? {
        store.versionsWithoutWaiting(aggregates.map(Self.record))
    }

    private static func record(of aggregate: AggregateName) -> (kind: RecordKind, id: String) {
        switch aggregate {
        case .cargo(let id): (.cargo, id.text)
        case .voyage(let number): (.voyage, number.text)
        case .location(let code): (.location, code.text)
        }
    }
}
