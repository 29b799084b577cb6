package io.github.cargokit.remote.repositories

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.input.Reading
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.records.DomainEventRecord
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.reservation
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.remote.http.PagedList
import io.github.cargokit.remote.http.RecordList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.percentEncoded

/** The voyages in a remote store. */
internal class HTTPVoyageRepository(private val client: RemoteClient) : VoyageRepository {
    private val list = RecordList.reading(Records.voyage)

    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> =
        client.value(RemoteCall.get("voyages/${number.text}"), Records.voyage)

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> {
        val found = ArrayList<Voyage>()
        for (asked in numbers.toSortedSet().chunked(MOST_NUMBERS)) {
            val query = asked.joinToString(",") { it.text }
            found += client.value(RemoteCall.get("voyages-by-number?numbers=$query"), list).orElse { return it }.items
        }
        return Result.Success(found)
    }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val call = RemoteCall.save("voyages/${voyage.number.text}", over = voyage.version) {
            members {
                name("facts").facts(voyage.raisedFacts)
                name("voyage").voyage(voyage)
            }
        }
        return client.save(call, over = voyage.version) {
            val saved = Version.next(voyage.version).then(voyage::storedAs)
            findByNumber(voyage.number).map { it.version to (Result.Success(it) == saved) }
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        paged("voyages").page(after, limit)

    override suspend fun findChanges(after: Long): Result<VoyageChanges> {
        val since = after.coerceIn(0, Version.MAXIMUM)
        return paged("voyage-changes").all("since=$since&")
            .then { (voyages, position) ->
                if (position == null) Result.Failure(RemoteClient.rejected("the changes have no position"))
                else Result.Success(VoyageChanges(voyages, position))
            }
    }

    private fun paged(path: String) = PagedList(client, path, Records.voyage, VoyageNumber::parse) { it.text }

    private companion object {
        /** The numbers in one request, which keep its target below 8 KiB. */
        const val MOST_NUMBERS = 200
    }
}

/** The locations in a remote store. */
internal class HTTPLocationRepository(private val client: RemoteClient) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> =
        client.value(RemoteCall.get("locations/${unLocode.text}"), Records.location)

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> =
        PagedList(client, "locations", Records.location, UnLocode::parse) { it.text }.page(after, limit)

    override suspend fun save(locations: List<Location>): Result<Unit> {
        if (locations.isEmpty()) return Result.Success(Unit)
        val call =
            RemoteCall.send("PUT", "locations") { members { name("items").elements(locations) { location(it) } } }
        return client.settled(client.call(call), isDone = { true }) { null }
    }
}

/** The idempotency keys in a remote store. */
internal class HTTPIdempotencyKeyRepository(private val client: RemoteClient) : IdempotencyKeyRepository {
    private val found = Reading.members {
        val reservation by optional(Records.reservation)
        build { Result.Success(reservation) }
    }

    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> =
        client.value(RemoteCall.get(path(key)), found)

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        client.value(RemoteCall.send("PUT", path(key)) { reservation(reservation) }, found).then { stored ->
            if (stored == null) Result.Failure(RemoteClient.rejected("the key has no reservation"))
            else Result.Success(stored)
        }

    private fun path(key: IdempotencyKey) = "booking-reservation?key=${percentEncoded(key.text)}"
}

/** The outbox of a remote store. */
internal class HTTPDomainEventFeed(private val client: RemoteClient) : DomainEventFeed {
    private val list = RecordList.reading(DomainEventRecord.reading)

    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> {
        PageLimit.check(limit).orElse { return it }
        return client.value(RemoteCall.get("events?after=${after.coerceIn(0, Version.MAXIMUM)}&limit=$limit"), list)
            .map { it.items }
    }
}
