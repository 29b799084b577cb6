package cargo.infrastructure.jsonfile

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CargoRepository
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.DomainEvent
import cargo.domain.shared.Page
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.orElse
import cargo.infrastructure.jsonfile.Journal.Outcome
import cargo.infrastructure.jsonfile.StoredAggregates.bytes
import cargo.infrastructure.jsonfile.StoredAggregates.cargo
import cargo.infrastructure.records.cargo
import cargo.infrastructure.records.domainEvent

/** The cargos of a JSON-file store. */
internal class JSONFileCargoRepository(private val store: JSONFileStore) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = store.reading {
        stored(trackingId) ?: throw StoreFailure(DomainError.notFound(Code.CARGO_NOT_FOUND, "trackingId", trackingId.text))
    }

    override suspend fun save(cargo: Cargo): Result<Unit> {
        val write = write(cargo).orElse { return it }
        return store.reading {
            // The stored version must be valid. Compare-and-set makes sure that it is still the stored one at the commit.
            val actual = if (cargo.version == 0L) 0 else stored(cargo.trackingId)?.version ?: 0
            if (actual != cargo.version) throw conflict(cargo, actual)
            when (val outcome = commit(listOf(write))) {
                is Outcome.Committed -> store.drawnIds -= cargo.trackingId
                is Outcome.Conflict -> {
                    stored(cargo.trackingId)
                    throw conflict(cargo, outcome.actual)
                }
            }
        }
    }

    override suspend fun nextTrackingId(): Result<TrackingId> = store.reading {
        while (true) {
            val id = store.trackingIds.next() ?: throw StoreFailure(DomainError.technical(Code.TRACKING_IDS_EXHAUSTED))
            if (store.drawnIds.add(id) && version(RecordKind.CARGO, id.text) == 0L) return@reading id
        }
        @Suppress("UNREACHABLE_CODE")
        error("The loop has no other end")
    }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> = store.reading {
        index.cargosOf(customerId.text).mapNotNull { id -> read(RecordKind.CARGO, id)?.let(::cargo) }
    }

    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> = store.reading {
        val items = ArrayList<Cargo>()
        for (id in index.ids(RecordKind.CARGO, after?.text)) {
            val found = StoreFailure.catching { read(RecordKind.CARGO, id)?.let(::cargo) }
            if (found is Result.Failure && found.error.code != Code.CORRUPT_RECORD) throw StoreFailure(found.error)
            val cargo = (found as? Result.Success)?.value ?: continue
            if (items.size == limit) return@reading Page(items, next = items.last().trackingId)
            items += cargo
        }
        Page(items, next = null)
    }

    private fun Journal.stored(trackingId: TrackingId): Cargo? = read(RecordKind.CARGO, trackingId.text)?.let(::cargo)

    private fun write(cargo: Cargo): Result<Journal.Write> {
        val version = Version.next(cargo.version).orElse { return it }
        // Don't store a cargo that could not be loaded again.
        val saved = cargo.storedAs(version).orElse { return it }
        val events = DomainEvent.raisedBy(cargo, version, store.clock.now(), sequence = null)
        return Result.Success(
            Journal.Write(
                RecordKind.CARGO,
                cargo.trackingId.text,
                expectedVersion = cargo.version,
                document = bytes { cargo(saved) },
                customer = cargo.customerId.text,
                events = events.map { bytes { domainEvent(it) } },
            ),
        )
    }

    private fun conflict(cargo: Cargo, actual: Long) =
        StoreFailure(DomainError.concurrencyConflict("trackingId", cargo.trackingId.text, expected = cargo.version, actual = actual))
}
