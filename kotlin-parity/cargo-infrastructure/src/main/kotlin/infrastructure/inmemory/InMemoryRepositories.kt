package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.records.HandlingLog

/** The handling events of an in-memory store. */
internal class InMemoryHandlingEventRepository(private val store: InMemoryStore) : HandlingEventRepository {
    override suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory> =
        store.atomically { Result.Success(historyOf(trackingId)) }

    override suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>> =
        store.atomically { Result.Success(logOf(trackingId).retracted) }
}

/** The voyages of an in-memory store. */
internal class InMemoryVoyageRepository(private val store: InMemoryStore) : VoyageRepository {
    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> = store.atomically {
        voyages[number]?.let { Result.Success(it) }
            ?: Result.Failure(DomainError.voyageNotFound(number))
    }

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> = store.atomically {
        Result.Success(numbers.distinct().mapNotNull { voyages[it] })
    }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.atomically {
            val actual = voyages[voyage.number]?.version ?: 0
            if (actual != voyage.version) {
                return Result.Failure(
                    DomainError.concurrencyConflict(voyage.number, expected = voyage.version, actual = actual),
                )
            }
            val version = Version.next(actual).orElse { return it }
            place(voyage.storedAs(version).orElse { return it })
            events += DomainEvent.raisedBy(voyage, version, now, nextSequence, request)
            Result.Success(Unit)
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        store.atomically { page(voyages, after, limit) }

    override suspend fun findChanges(after: Long): Result<VoyageChanges> = store.atomically {
        val changed = voyageSaves.drop(after.coerceIn(0, voyageSaves.size.toLong()).toInt()).toSortedSet()
        Result.Success(VoyageChanges(changed.mapNotNull { voyages[it] }, position = voyageSaves.size.toLong()))
    }
}

/** The locations of an in-memory store. */
internal class InMemoryLocationRepository(private val store: InMemoryStore) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> = store.atomically {
        locations[unLocode]?.let { Result.Success(it) }
            ?: Result.Failure(DomainError.locationNotFound(unLocode))
    }

    override suspend fun save(locations: List<Location>): Result<Unit> = store.atomically {
        for (location in locations) this.locations[location.unLocode] = location
        Result.Success(Unit)
    }

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> =
        store.atomically { page(locations, after, limit) }

    override suspend fun findAll(unLocodes: Collection<UnLocode>): Result<Map<UnLocode, Location>> = store.atomically {
        Result.Success(unLocodes.toSet().mapNotNull { locations[it] }.associateBy { it.unLocode })
    }
}

private fun <K : Comparable<K>, V> page(all: Map<K, V>, after: K?, limit: Int): Result<Page<V, K>> =
    PageLimit.check(limit).map { Page.cut(all.entries.sortedBy { it.key }, after, limit) { it.key } }
        .map { page -> Page(page.items.map { it.value }, page.next) }

/** The idempotency keys of an in-memory store. */
internal class InMemoryIdempotencyKeyRepository(private val store: InMemoryStore) : IdempotencyKeyRepository {
    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> =
        store.atomically { Result.Success(bookings[key]) }

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        store.atomically { Result.Success(bookings.getOrPut(key) { reservation }) }
}

/** The outbox of an in-memory store. */
internal class InMemoryDomainEventFeed(private val store: InMemoryStore) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> = store.atomically {
        PageLimit.check(limit).orElse { return it }
        // Positions are counted from the start of what is there, and 0 is that start (REP-10).
        val before = firstEvent - 1
        if (after in 1..<before) return Result.Failure(DomainError.eventsTrimmed(firstEvent))
        val skipped = (after.coerceIn(0, before + events.size) - before).coerceAtLeast(0)
        Result.Success(events.drop(skipped.toInt()).take(limit))
    }
}

/** Stores handling events and retractions together with their cargos in an in-memory store. */
internal class InMemoryHandlingUnitOfWork(private val store: InMemoryStore) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { register(event) }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { retract(retraction) }

    private suspend inline fun save(
        after: HandlingHistory,
        cargo: Cargo,
        change: HandlingLog.() -> Unit,
    ): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.atomically {
            val actual = historyOf(after.trackingId).revision.toLong()
            val expected = after.revision.toLong()
            if (actual != expected) {
                return Result.Failure(DomainError.concurrencyConflict(after.trackingId, expected, actual))
            }
            save(cargo, now, request).orElse { return it }
            logOf(after.trackingId).change()
            Result.Success(Unit)
        }
    }
}
