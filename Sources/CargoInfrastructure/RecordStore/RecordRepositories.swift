package import CargoApplication
package import CargoDomain
import Synchronization

/// The repositories over one record store, and what they share.
package final class RecordRepositories<Store: RecordStore>: CargoStore {
    /// What they are over.
    package let store: Store
    /// Tells when events occur.
    package let clock: any DomainClock
    let trackingIds: any TrackingIdGenerator
    /// Ids given out and not saved yet.
    let drawnIds = Mutex<Set<TrackingId>>([])
    let soundVersions = SoundVersions()

    /// Puts repositories over a store.
    package init(_ store: Store, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        self.store = store
        self.clock = clock
        self.trackingIds = trackingIds
    }

    /// The cargos.
    package var cargos: any CargoRepository { cargoRepository }
    /// What was done to them.
    package var handlingEvents: any HandlingEventRepository { RecordHandlingEventRepository(store: store) }
    /// Handling events together with their cargos.
    package var handlingUnitOfWork: any HandlingUnitOfWork { RecordHandlingUnitOfWork(shared: self) }
    /// The voyages.
    package var voyages: any VoyageRepository { RecordVoyageRepository(shared: self) }
    /// The locations.
    package var locations: any LocationRepository { RecordLocationRepository(store: store) }
    /// The outbox.
    package var events: any DomainEventFeed { RecordDomainEventFeed(store: store) }
    /// How far the consumers of the outbox are.
    package var outboxLanes: any OutboxLaneStore { RecordOutboxLaneStore(store) }
    /// The idempotency keys of bookings.
    package var bookingKeys: any BookingKeyRepository { RecordBookingKeyRepository(store: store) }

    var cargoRepository: RecordCargoRepository<Store> { RecordCargoRepository(shared: self) }
}
