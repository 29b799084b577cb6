package io.github.cargokit.testing

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.FeedEntry
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.testing.FaultInjection.Operation

/** A cargo repository that fails on demand and otherwise forwards to the wrapped one. */
public class FailingCargoRepository(
    private val wrapped: CargoRepository,
    private val faults: FaultInjection,
) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> =
        faults.run(Operation.FIND_CARGO, trackingId) { wrapped.findByTrackingId(trackingId) }

    override suspend fun save(cargo: Cargo): Result<Unit> =
        faults.run(Operation.SAVE_CARGO, cargo) { wrapped.save(cargo) }

    override suspend fun nextTrackingId(): Result<TrackingId> =
        faults.run(Operation.NEXT_TRACKING_ID) { wrapped.nextTrackingId() }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        faults.run(Operation.FIND_FOR_CUSTOMER, customerId) { wrapped.findForCustomer(customerId) }

    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        faults.run(Operation.FIND_CARGOS, query, after, limit) { wrapped.find(query, after, limit) }
}

/** A handling event repository that fails on demand and otherwise forwards to the wrapped one. */
public class FailingHandlingEventRepository(
    private val wrapped: HandlingEventRepository,
    private val faults: FaultInjection,
) : HandlingEventRepository {
    override suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory> =
        faults.run(Operation.FIND_HISTORY, trackingId) { wrapped.findHistory(trackingId) }

    override suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>> =
        faults.run(Operation.FIND_RETRACTED, trackingId) { wrapped.findRetracted(trackingId) }
}

/** A unit of work that fails on demand, also as a save of the cargo does, and otherwise forwards to the wrapped one. */
public class FailingHandlingUnitOfWork(
    private val wrapped: HandlingUnitOfWork,
    private val faults: FaultInjection,
) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        faults.run(Operation.SAVE_HANDLING_EVENT, event, after, cargo) {
            faults.run(Operation.SAVE_CARGO, cargo) { wrapped.save(event, after, cargo) }
        }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        faults.run(Operation.RETRACT_HANDLING_EVENT, retraction, after, cargo) {
            faults.run(Operation.SAVE_CARGO, cargo) { wrapped.retract(retraction, after, cargo) }
        }
}

/** A voyage repository that fails on demand and otherwise forwards to the wrapped one. */
public class FailingVoyageRepository(
    private val wrapped: VoyageRepository,
    private val faults: FaultInjection,
) : VoyageRepository {
    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> =
        faults.run(Operation.FIND_VOYAGE, number) { wrapped.findByNumber(number) }

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> =
        faults.run(Operation.FIND_VOYAGES, numbers) { wrapped.findAll(numbers) }

    override suspend fun save(voyage: Voyage): Result<Unit> =
        faults.run(Operation.SAVE_VOYAGE, voyage) { wrapped.save(voyage) }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        faults.run(Operation.FIND_VOYAGE_PAGE, after, limit) { wrapped.findPage(after, limit) }

    override suspend fun findChanges(after: Long): Result<VoyageChanges> =
        faults.run(Operation.FIND_VOYAGE_CHANGES, after) { wrapped.findChanges(after) }
}

/** A location repository that fails on demand and otherwise forwards to the wrapped one. */
public class FailingLocationRepository(
    private val wrapped: LocationRepository,
    private val faults: FaultInjection,
) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> =
        faults.run(Operation.FIND_LOCATION, unLocode) { wrapped.findByUnLocode(unLocode) }

    override suspend fun findAll(unLocodes: Collection<UnLocode>): Result<Map<UnLocode, Location>> =
        faults.run(Operation.FIND_LOCATIONS, unLocodes) { wrapped.findAll(unLocodes) }

    override suspend fun save(locations: List<Location>): Result<Unit> =
        faults.run(Operation.SAVE_LOCATIONS, locations) { wrapped.save(locations) }

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> =
        faults.run(Operation.FIND_LOCATION_PAGE, after, limit) { wrapped.findPage(after, limit) }
}

/** A booking key repository that fails on demand and otherwise forwards to the wrapped one. */
public class FailingIdempotencyKeyRepository(
    private val wrapped: IdempotencyKeyRepository,
    private val faults: FaultInjection,
) : IdempotencyKeyRepository {
    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> =
        faults.run(Operation.FIND_BOOKING_KEY, key) { wrapped.find(key) }

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        faults.run(Operation.RESERVE_BOOKING_KEY, key, reservation) { wrapped.reserve(key, reservation) }
}

/** An outbox that fails on demand and otherwise forwards to the wrapped one. */
public class FailingDomainEventFeed(
    private val wrapped: DomainEventFeed,
    private val faults: FaultInjection,
) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> =
        faults.run(Operation.READ_EVENTS, after, limit) { wrapped.events(after, limit) }

    override suspend fun entries(after: Long, limit: Int): Result<List<FeedEntry>> =
        faults.run(Operation.READ_EVENTS, after, limit) { wrapped.entries(after, limit) }
}
