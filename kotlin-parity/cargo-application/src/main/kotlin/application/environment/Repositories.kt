package io.github.cargokit.application.environment

import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageRepository
import kotlin.concurrent.atomics.AtomicReference
import kotlin.concurrent.atomics.ExperimentalAtomicApi

/** A store made of repositories, such as those of a backend of your own. */
public class Repositories internal constructor(
    override val cargos: CargoRepository,
    override val handlingEvents: HandlingEventRepository,
    override val handlingUnitOfWork: HandlingUnitOfWork,
    override val voyages: VoyageRepository,
    override val locations: LocationRepository,
    override val idempotencyKeys: IdempotencyKeyRepository,
    override val events: DomainEventFeed,
    override val retention: StoreRetention?,
    private val owner: CargoStore?,
) : CargoStore {
    /**
     * Creates a store from four repositories and a unit of work; the rest has defaults.
     *
     * By default, the idempotency keys of bookings are kept in memory: after a restart, or in another process, a
     * repeated booking isn't recognized and books a second cargo. The outbox is empty by default: your repositories
     * discard domain events, so no consumer learns of them. Without a retention, archiving and trimming are
     * `removal_unsupported`.
     */
    public constructor(
        cargos: CargoRepository,
        handlingEvents: HandlingEventRepository,
        handlingUnitOfWork: HandlingUnitOfWork,
        voyages: VoyageRepository,
        locations: LocationRepository,
        idempotencyKeys: IdempotencyKeyRepository = IdempotencyKeysInMemory(),
        events: DomainEventFeed = EmptyOutbox,
        retention: StoreRetention? = null,
    ) : this(
        cargos, handlingEvents, handlingUnitOfWork, voyages, locations, idempotencyKeys, events, retention,
        owner = null,
    )

    /**
     * Closes the store whose repositories these replace in part; does nothing for one that was made of repositories.
     */
    override suspend fun close(): Result<Unit> = owner?.close() ?: Result.Success(Unit)
}

/** The outbox of a backend without one. */
private object EmptyOutbox : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> =
        PageLimit.check(limit).map { emptyList() }
}

/** The idempotency keys of a backend that doesn't store them, kept as long as the process runs. */
@OptIn(ExperimentalAtomicApi::class)
private class IdempotencyKeysInMemory : IdempotencyKeyRepository {
    private val reservations = AtomicReference<Map<IdempotencyKey, BookingReservation>>(emptyMap())

    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> =
        Result.Success(reservations.load()[key])

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> {
        while (true) {
            val known = reservations.load()
            known[key]?.let { return Result.Success(it) }
            if (reservations.compareAndSet(known, known + (key to reservation))) return Result.Success(reservation)
        }
    }
}
