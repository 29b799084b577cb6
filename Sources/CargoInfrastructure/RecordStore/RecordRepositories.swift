package import CargoApplication
package import CargoDomain
import Synchronization

/// The repositories over a record store, and the state they share.
package final class RecordRepositories<Store: RecordStore>: CargoStore {
    /// The record store.
    package let store: Store
    /// The clock that dates domain events.
    package let clock: any DomainClock
    let trackingIds: any TrackingIdGenerator
    /// The ids that were returned by `nextTrackingId` and not saved yet.
    let drawnIds = Mutex<Set<TrackingId>>([])
    let soundVersions = SoundVersions()

    /// Creates the repositories over a store.
    package init(_ store: Store, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        self.store = store
        self.clock = clock
        self.trackingIds = trackingIds
    }

    /// The repository of cargos.
    package var cargos: any CargoRepository { cargoRepository }
    /// The repository of handling events.
    package var handlingEvents: any HandlingEventRepository { RecordHandlingEventRepository(store: store) }
    /// Stores a handling event and its cargo atomically.
    package var handlingUnitOfWork: any HandlingUnitOfWork { RecordHandlingUnitOfWork(shared: self) }
    /// The repository of voyages.
    package var voyages: any VoyageRepository { RecordVoyageRepository(shared: self) }
    /// The repository of locations.
    package var locations: any LocationRepository { RecordLocationRepository(store: store) }
    /// The outbox.
    package var events: any DomainEventFeed { RecordDomainEventFeed(store: store) }
    /// How far each consumer of the outbox has read.
    package var outboxLanes: any OutboxLaneStore { RecordOutboxLaneStore(store) }
    /// The repository of the bookings' idempotency keys.
    package var bookingKeys: any BookingKeyRepository { RecordBookingKeyRepository(store: store) }

    var cargoRepository: RecordCargoRepository<Store> { RecordCargoRepository(shared: self) }
}
