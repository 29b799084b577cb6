package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.cargo
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.domainEvent

/** The cargos of a JSON-file store. */
internal class JSONFileCargoRepository(private val store: JSONFileStore) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = store.reading {
        newest(RecordKind.CARGO, trackingId.text)?.let(::cargo)
            ?: throw StoreFailure(DomainError.cargoNotFound(trackingId))
    }

    override suspend fun save(cargo: Cargo): Result<Unit> {
        val write = write(cargo, store.clock.now(), currentRequest()).orElse { return it }
        return store.reading {
            checkVersion(this, cargo)
            when (val outcome = commit(listOf(write))) {
                is Outcome.Committed -> store.drawnIds -= cargo.trackingId
                is Outcome.Conflict -> {
                    storedVersion(cargo.trackingId)
                    throw conflict(cargo, outcome.actual)
                }
            }
        }
    }

    override suspend fun nextTrackingId(): Result<TrackingId> = store.reading {
        while (true) {
            val id = store.trackingIds.next() ?: throw StoreFailure.technical(Code.TRACKING_IDS_EXHAUSTED)
            if (store.drawnIds.add(id) && version(RecordKind.CARGO, id.text) == 0L) return@reading id
        }
        @Suppress("UNREACHABLE_CODE")
        error("The loop has no other end")
    }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> = store.reading {
        index.cargos(CargoQuery(customer = customerId), after = null)
            .mapNotNull { id -> read(RecordKind.CARGO, id)?.let(::cargo) }.toList()
    }

    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        store.reading {
            PageLimit.check(limit).orThrow()
            val items = ArrayList<Cargo>()
            for (id in index.cargos(query, after?.text)) {
                val found = found(id, query) ?: continue
                if (items.size == limit) return@reading Page(items, next = items.last().trackingId)
                items += found.orThrow()
            }
            Page(items, next = null)
        }

    /**
     * Reads a cargo that may meet a query's conditions. Returns null if it doesn't, and for a broken cargo unless the
     * query names its customer.
     */
    private fun Journal.found(id: String, query: CargoQuery): Result<Cargo>? =
        when (val found = StoreFailure.catching { read(RecordKind.CARGO, id)?.let(::cargo) }) {
            is Result.Success -> found.value?.takeIf(query::matches)?.let { Result.Success(it) }
            is Result.Failure -> when {
                found.error.code != Code.CORRUPT_RECORD -> throw StoreFailure(found.error)
                query.customer == null -> null
                else -> found
            }
        }

    companion object {
        /**
         * Checks that the stored cargo is valid and has a cargo's version. Compare-and-set makes sure that it still has
         * at the commit.
         */
        fun checkVersion(journal: Journal, cargo: Cargo) {
            val actual = if (cargo.version == 0L) 0 else journal.storedVersion(cargo.trackingId)
            if (actual != cargo.version) throw conflict(cargo, actual)
        }

        /** Returns the record that stores a cargo as its next version, with the facts it raised. */
        fun write(cargo: Cargo, now: Instant, request: Correlation?): Result<Journal.Write> {
            val version = Version.next(cargo.version).orElse { return it }
            // Don't store a cargo that could not be loaded again.
            val saved = cargo.storedAs(version).orElse { return it }
            val events = DomainEvent.raisedBy(cargo, version, now, sequence = 0, request)
            return Result.Success(
                Journal.Write(
                    RecordKind.CARGO,
                    cargo.trackingId.text,
                    expectedVersion = cargo.version,
                    document = bytes { cargo(saved) },
                    schema = RecordKind.schema(saved),
                    customer = cargo.customerId.text,
                    cargoIndex = CargoIndexEntry.of(saved),
                    events = events.map { bytes { domainEvent(it) } },
                ),
            )
        }

        /**
         * Returns the version of a stored or removed cargo; 0 if there is none. Fails with `corrupt_record` if the
         * stored cargo is broken.
         */
        private fun Journal.storedVersion(trackingId: TrackingId): Long {
            val record = newest(RecordKind.CARGO, trackingId.text) ?: return 0
            return if (record.header.isRemoved) record.header.version else cargo(record).version
        }

        private fun conflict(cargo: Cargo, actual: Long) =
            StoreFailure(DomainError.concurrencyConflict(cargo.trackingId, expected = cargo.version, actual = actual))
    }
}
