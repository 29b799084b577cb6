package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.location
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.reservation
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.voyage
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.reservation
import io.github.cargokit.infrastructure.records.voyage

/** The voyages of a JSON-file store. */
internal class JSONFileVoyageRepository(private val store: JSONFileStore) : VoyageRepository {
    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> = store.reading {
        stored(number) ?: throw StoreFailure(DomainError.voyageNotFound(number))
    }

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> =
        store.reading { numbers.distinct().mapNotNull { stored(it) } }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val write = write(voyage, currentRequest()).orElse { return it }
        return store.reading {
            val actual = if (voyage.version == 0L) 0 else stored(voyage.number)?.version ?: 0
            if (actual != voyage.version) throw conflict(voyage, actual)
            val outcome = commit(listOf(write))
            if (outcome is Outcome.Conflict) {
                stored(voyage.number)
                throw conflict(voyage, outcome.actual)
            }
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        store.reading {
            page(index.ids(RecordKind.VOYAGE, after?.text), limit, Voyage::number) {
                read(RecordKind.VOYAGE, it)?.let(::voyage)
            }
        }

    override suspend fun findChanges(after: Long): Result<VoyageChanges> = store.reading {
        val saves = index.voyageSaves
        // A position past the end belongs to another journal, or to a lost tail: anything may have changed.
        val start = if (after in 0..saves.size) after.toInt() else 0
        val voyages = saves.drop(start).distinct().mapNotNull { number ->
            StoreFailure.unlessCorrupt { read(RecordKind.VOYAGE, number)?.let(::voyage) }
        }
        VoyageChanges(voyages, position = saves.size.toLong())
    }

    private fun Journal.stored(number: VoyageNumber): Voyage? = read(RecordKind.VOYAGE, number.text)?.let(::voyage)

    private fun write(voyage: Voyage, request: Correlation?): Result<Journal.Write> {
        val version = Version.next(voyage.version).orElse { return it }
        val saved = voyage.storedAs(version).orElse { return it }
        val events = DomainEvent.raisedBy(voyage, version, store.clock.now(), sequence = 0, request)
        return Result.Success(
            Journal.Write(
                RecordKind.VOYAGE,
                voyage.number.text,
                expectedVersion = voyage.version,
                document = bytes { voyage(saved) },
                schema = RecordKind.schema(saved),
                events = events.map { bytes { domainEvent(it) } },
            ),
        )
    }

    private fun conflict(voyage: Voyage, actual: Long) =
        StoreFailure(DomainError.concurrencyConflict(voyage.number, expected = voyage.version, actual = actual))
}

/** The locations of a JSON-file store. */
internal class JSONFileLocationRepository(private val store: JSONFileStore) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> = store.reading {
        read(RecordKind.LOCATION, unLocode.text)?.let(::location)
            ?: throw StoreFailure(DomainError.locationNotFound(unLocode))
    }

    override suspend fun save(locations: List<Location>): Result<Unit> {
        // If a code occurs twice, the last name wins.
        val wanted = locations.associateBy { it.unLocode }.toSortedMap().values
        return store.reading {
            while (true) {
                val writes = wanted.mapNotNull { write(it) }
                // On a conflict, another writer saved one of them in the meantime: read them again.
                if (writes.isEmpty() || commit(writes) is Outcome.Committed) return@reading
            }
        }
    }

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> = store.reading {
        page(index.ids(RecordKind.LOCATION, after?.text), limit, Location::unLocode) {
            read(RecordKind.LOCATION, it)?.let(::location)
        }
    }

    /** Returns the record to write so that the store holds this location; null if it already does. */
    private fun Journal.write(wanted: Location): Journal.Write? {
        val id = wanted.unLocode.text
        val record = read(RecordKind.LOCATION, id)
        if (record != null && location(record) == wanted) return null
        return Journal.Write(
            RecordKind.LOCATION,
            id,
            expectedVersion = version(RecordKind.LOCATION, id),
            document = bytes { location(wanted) },
        )
    }
}

/** The idempotency keys of a JSON-file store. */
internal class JSONFileIdempotencyKeyRepository(private val store: JSONFileStore) : IdempotencyKeyRepository {
    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> = store.reading { stored(id(key)) }

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        store.reading {
            val id = id(key)
            stored(id)?.let { return@reading it }
            val document = bytes { reservation(reservation) }
            // A key that was removed has a version.
            val version = version(RecordKind.BOOKING_KEY, id)
            val write = Journal.Write(RecordKind.BOOKING_KEY, id, expectedVersion = version, document = document)
            when (commit(listOf(write))) {
                is Outcome.Committed -> reservation
                is Outcome.Conflict -> stored(id)
                    ?: throw StoreFailure.corrupt(key.text, "the key conflicts, but has no reservation")
            }
        }

    private fun Journal.stored(id: String): BookingReservation? = read(RecordKind.BOOKING_KEY, id)?.let(::reservation)

    /**
     * The id of a key's record: ids have neither quotation marks nor backslashes, which are percent-encoded, as is `%`.
     */
    private fun id(key: IdempotencyKey): String = key.text.replace("%", "%25").replace("\"", "%22").replace("\\", "%5C")
}
