public import CargoApplication
public import CargoDomain
import Synchronization

/// A store that lives as long as its object: for tests, for demonstrations and for embedders who keep nothing.
///
/// One lock guards all of it, so a save of an aggregate and its events is one step. All of REP-1 to REP-8 hold but for durability.
public final class InMemoryStore: CargoStore {
    /// Tells when events occur.
    public let clock: any DomainClock
    let trackingIds: any TrackingIdGenerator
    private let world = Mutex(InMemoryWorld())

    /// Makes an empty store.
    /// - Parameters:
    ///   - clock: tells when events occurred.
    ///   - trackingIds: draws the ids of new cargos; one in use or given out before is drawn again.
    public init(clock: any DomainClock = SystemClock(), trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator()) {
        self.clock = clock
        self.trackingIds = trackingIds
    }

    /// The cargos.
    public var cargos: any CargoRepository { InMemoryCargoRepository(store: self) }
    /// What was done to them.
    public var handlingEvents: any HandlingEventRepository { InMemoryHandlingEventRepository(store: self) }
    /// Handling events together with their cargos.
    public var handlingUnitOfWork: any HandlingUnitOfWork { InMemoryHandlingUnitOfWork(store: self) }
    /// The voyages.
    public var voyages: any VoyageRepository { InMemoryVoyageRepository(store: self) }
    /// The locations.
    public var locations: any LocationRepository { InMemoryLocationRepository(store: self) }
    /// The outbox.
    public var events: any DomainEventFeed { InMemoryDomainEventFeed(store: self) }
    /// How far the consumers of the outbox are, for relays.
    public var outboxLanes: any OutboxLaneStore { InMemoryOutboxLaneStore(store: self) }
    /// The idempotency keys of bookings.
    public var bookingKeys: any BookingKeyRepository { InMemoryBookingKeyRepository(store: self) }

    /// How many domain events it holds.
    package var eventCount: Int { world.withLock { $0.events.count } }

    /// What happened after so many events, in order.
    package func facts(after count: Int) -> [DomainFact] {
        world.withLock { world in
            world.events[count...].compactMap { if case .event(let event) = $0 { event.fact } else { nil } }
        }
    }

    /// Reads or changes the world in one step.
    package func change<Value>(_ step: (inout InMemoryWorld) -> sending Value) -> sending Value { world.withLock { step(&$0) } }

    /// Reads or changes the world in one step; a failure must leave it as it was.
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
