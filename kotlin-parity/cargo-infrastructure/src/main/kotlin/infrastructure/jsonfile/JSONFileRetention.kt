package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.application.retention.StoredCargoContents
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.infrastructure.jsonfile.JSONFileHandlingEventRepository.Companion.log
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.records.archivePlace
import io.github.cargokit.infrastructure.records.domainEvent

/**
 * Removes cargos from a JSON-file store: writes records that say so (`spec/files/README.md`).
 *
 * A compaction by the Swift kit drops what they were. This kit doesn't compact, so it doesn't trim domain events.
 */
internal class JSONFileRetention(private val store: JSONFileStore) : StoreRetention {
    override suspend fun contents(trackingId: TrackingId): Result<StoredCargoContents> = store.reading {
        val cargo = newest(RecordKind.CARGO, trackingId.text)?.let(StoredAggregates::cargo)
            ?: throw StoreFailure(DomainError.cargoNotFound(trackingId))
        val origins = read(RecordKind.CARRIER_LOG, trackingId.text)?.let(StoredAggregates::input)
        StoredCargoContents.create(cargo, log(trackingId).first.records, origins).orThrow()
    }

    override suspend fun remove(cargos: List<Cargo>, place: ArchivePlace): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.reading {
            commitOrConflict(cargos.flatMap { removals(it, place, now, request) })
        }
    }

    /** Returns the writes that remove a cargo and what is stored of it alone. */
    private fun Journal.removals(
        cargo: Cargo,
        place: ArchivePlace,
        now: Instant,
        request: Correlation?,
    ): List<Journal.Write> {
        val version = Version.next(cargo.version).orThrow()
        val id = cargo.trackingId.text
        val events = DomainEvent.raisedBy(cargo, version, now, sequence = 0, request)
        val removal = Journal.Write.removal(
            RecordKind.CARGO,
            id,
            expectedVersion = cargo.version,
            document = bytes { archivePlace(place) },
            events = events.map { bytes { domainEvent(it) } },
        )
        val belongings = listOf(RecordKind.HANDLING, RecordKind.CARRIER_LOG).filter { read(it, id) != null }
        return listOf(removal) + belongings.map { Journal.Write.removal(it, id, expectedVersion = version(it, id)) }
    }

    override suspend fun place(trackingId: TrackingId): Result<ArchivePlace?> = store.reading {
        newest(RecordKind.CARGO, trackingId.text)?.takeIf { it.header.isRemoved }?.let(StoredAggregates::archivePlace)
    }

    override suspend fun restore(contents: StoredCargoContents): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.reading {
            val id = contents.cargo.trackingId
            val removed = newest(RecordKind.CARGO, id.text)
            if (removed?.header?.isRemoved != true) {
                val actual = removed?.header?.version ?: 0
                throw StoreFailure(DomainError.concurrencyConflict(id, expected = 0, actual = actual))
            }
            val archive = StoredAggregates.archivePlace(removed).archive
            val cargo = contents.cargo.restored(archive, removed.header.version).orThrow()
            val handled = version(RecordKind.HANDLING, id.text)
            val handling = contents.handling.mapIndexed { place, record ->
                JSONFileHandlingEventRepository.write(record, handled + place)
            }
            val origins = contents.origins?.let {
                Journal.Write(
                    RecordKind.CARRIER_LOG,
                    id.text,
                    expectedVersion = version(RecordKind.CARRIER_LOG, id.text),
                    document = CanonicalJSON.text(it).encodeToByteArray(),
                )
            }
            val write = JSONFileCargoRepository.write(cargo, now, request).orThrow()
            commitOrConflict(listOf(write) + handling + listOfNotNull(origins))
        }
    }

    /** Stores all of the writes. If someone else changed a cargo first, fails with `concurrency_conflict`. */
    private fun Journal.commitOrConflict(writes: List<Journal.Write>) {
        val conflict = commit(writes) as? Outcome.Conflict ?: return
        val id = TrackingId.parse(conflict.write.id).orThrow()
        throw StoreFailure(DomainError.concurrencyConflict(id, conflict.write.expectedVersion, conflict.actual))
    }

    override suspend fun firstEvent(): Result<Long> = store.reading { index.firstSequence }

    override suspend fun trimEvents(through: Long): Result<Unit> =
        Result.Failure(DomainError.technical(Code.REMOVAL_UNSUPPORTED))
}
