package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository

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
            ?: Result.Failure(DomainError.notFound(Code.VOYAGE_NOT_FOUND, "voyageNumber", number.text))
    }

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> = store.atomically {
        Result.Success(numbers.distinct().mapNotNull { voyages[it] })
    }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val now = store.clock.now()
        return store.atomically {
            val actual = voyages[voyage.number]?.version ?: 0
            if (actual != voyage.version) {
                val number = voyage.number.text
                return Result.Failure(DomainError.concurrencyConflict("voyageNumber", number, expected = voyage.version, actual = actual))
            }
            val version = Version.next(actual).orElse { return it }
            place(Voyage.reconstitute(voyage.number, voyage.schedule, version).orElse { return it })
            events += DomainEvent.raisedBy(voyage, version, now, nextSequence)
            Result.Success(Unit)
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        store.atomically { Result.Success(page(voyages, after, limit)) }

    override suspend fun findChanges(after: Long): Result<VoyageChanges> = store.atomically {
        val changed = voyageSaves.drop(after.coerceIn(0, voyageSaves.size.toLong()).toInt()).toSortedSet()
        Result.Success(VoyageChanges(changed.mapNotNull { voyages[it] }, position = voyageSaves.size.toLong()))
    }
}

/** The locations of an in-memory store. */
internal class InMemoryLocationRepository(private val store: InMemoryStore) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> = store.atomically {
        locations[unLocode]?.let { Result.Success(it) }
            ?: Result.Failure(DomainError.notFound(Code.LOCATION_NOT_FOUND, "unLocode", unLocode.text))
    }

    override suspend fun save(locations: List<Location>): Result<Unit> = store.atomically {
        for (location in locations) this.locations[location.unLocode] = location
        Result.Success(Unit)
    }

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> =
        store.atomically { Result.Success(page(locations, after, limit)) }
}

private fun <K : Comparable<K>, V> page(all: Map<K, V>, after: K?, limit: Int): Page<V, K> {
    val keys = all.keys.filter { after == null || it > after }.sorted()
    val shown = keys.take(limit)
    return Page(shown.mapNotNull(all::get), next = if (keys.size > shown.size) shown.lastOrNull() else null)
}

/** The outbox of an in-memory store. */
internal class InMemoryDomainEventFeed(private val store: InMemoryStore) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> = store.atomically {
        Result.Success(events.drop(after.coerceIn(0, events.size.toLong()).toInt()).take(limit))
    }
}
