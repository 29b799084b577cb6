public import CargoApplication
public import CargoDomain
import Synchronization

/// A store in memory, which is lost when the object is released: for tests, demonstrations, and programs that don't persist anything.
///
/// A single lock guards the whole store, so saving an aggregate and its events is atomic. All rules from REP-1 to REP-11 hold, except for
/// durability.
public final class InMemoryStore: CargoStore {
    /// The clock that dates domain events.
    public let clock: any DomainClock
    let trackingIds: any TrackingIdGenerator
    private let world = Mutex(InMemoryWorld())

    /// Creates an empty store.
    /// - Parameters:
    ///   - clock: the clock that dates domain events.
    ///   - trackingIds: generates the ids of new cargos. Ids that are in use or were returned before are skipped.
    public init(clock: any DomainClock = SystemClock(), trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator()) {
        self.clock = clock
        self.trackingIds = trackingIds
    }

    /// The store's repositories; the unit of work stores a handling event and its cargo atomically.
    public var repositories: Repositories {
        Repositories(
            cargos: InMemoryCargoRepository(store: self),
            handlingEvents: InMemoryHandlingEventRepository(store: self),
            handlingUnitOfWork: InMemoryHandlingUnitOfWork(store: self),
            voyages: InMemoryVoyageRepository(store: self),
            locations: InMemoryLocationRepository(store: self),
            idempotencyKeys: InMemoryIdempotencyKeyRepository(store: self),
            events: InMemoryDomainEventFeed(store: self),
            outboxPartitions: InMemoryOutboxPartitionStore(store: self),
            subscriptions: InMemorySubscriptionRepository(store: self),
            carrierEvents: InMemoryCarrierEventRepository(store: self),
            access: InMemoryAccessRepository(store: self),
            versions: InMemoryVersions(store: self),
            retention: InMemoryRetention(store: self)
        )
    }

    /// The number of domain events in the store.
    package var eventCount: Int { world.withLock { $0.events.count } }

    /// Returns the facts of the domain events after the first `count`, in order.
    package func facts(after count: Int) -> [DomainFact] {
        world.withLock { world in
            world.events[count...].compactMap { if case .event(let event) = $0 { event.fact } else { nil } }
        }
    }

    /// Reads or changes the contents in one atomic step.
    package func change<Value>(_ step: (inout InMemoryWorld) -> sending Value) -> sending Value { world.withLock { step(&$0) } }

    /// Reads or changes the contents in one atomic step.
    ///
    /// If the step throws, it must have changed nothing.
    package func atomically<Value>(
        _ step: (inout InMemoryWorld) throws(DomainError) -> sending Value
    ) -> sending Result<Value, DomainError> {
        world.withLock { world in
            do throws(DomainError) {
                return .success(try step(&world))
            } catch {
                return .failure(error)
            }
        }
    }
}
