package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.location
import io.github.cargokit.infrastructure.records.location

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
        page(
            index.ids(RecordKind.LOCATION, after?.text),
            limit,
            Location::unLocode,
        ) { read(RecordKind.LOCATION, it)?.let(::location) }
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
