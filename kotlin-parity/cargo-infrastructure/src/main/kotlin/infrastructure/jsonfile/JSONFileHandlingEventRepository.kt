package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.retention.HandlingRecord
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.records.HandlingLog
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.retractionRecord

/**
 * The handling events of a JSON-file store, and the step that stores them together with their cargo.
 *
 * Each registration and each retraction is a record; those of a cargo are the versions of one id.
 */
internal class JSONFileHandlingEventRepository(
    private val store: JSONFileStore,
) : HandlingEventRepository, HandlingUnitOfWork {
    override suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory> =
        store.reading { log(trackingId).first.history().orThrow() }

    override suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>> =
        store.reading { log(trackingId).first.retracted }

    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(HandlingRecord.Registration(event), after, cargo)

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(HandlingRecord.Retraction(retraction), after, cargo)

    private suspend fun save(record: HandlingRecord, after: HandlingHistory, cargo: Cargo): Result<Unit> {
        val cargoWrite = JSONFileCargoRepository.write(cargo, store.clock.now(), currentRequest()).orElse { return it }
        return store.reading {
            val (log, version) = log(after.trackingId)
            checkUnchanged(after, log)
            JSONFileCargoRepository.checkVersion(this, cargo)
            if (commit(listOf(write(record, version), cargoWrite)) is Outcome.Conflict) {
                refresh()
                checkUnchanged(after, log(after.trackingId).first)
                JSONFileCargoRepository.checkVersion(this, cargo)
                error("A conflict shows in the history or in the cargo")
            }
        }
    }

    /** Checks that a cargo's history is still the one that a writer read. */
    private fun checkUnchanged(expected: HandlingHistory, stored: HandlingLog) {
        val actual = stored.history().orThrow().revision
        if (actual == expected.revision) return
        throw StoreFailure(
            DomainError.concurrencyConflict(expected.trackingId, expected.revision.toLong(), actual.toLong()),
        )
    }

    companion object {
        /** Returns what is stored of a cargo's handling, and the version of its newest record. */
        fun Journal.log(trackingId: TrackingId): Pair<HandlingLog, Long> {
            val links = chain(RecordKind.HANDLING, trackingId.text)
            val log = HandlingLog(trackingId)
            links.records.forEach { StoredAggregates.take(it, log) }
            return log to links.version
        }

        /** Returns the write that stores a record of a cargo's handling after the one of a version. */
        fun write(record: HandlingRecord, expectedVersion: Long): Journal.Write = Journal.Write(
            RecordKind.HANDLING,
            record.event.trackingId.text,
            expectedVersion,
            document = when (record) {
                is HandlingRecord.Registration -> bytes { handlingEvent(record.event) }
                is HandlingRecord.Retraction -> bytes { retractionRecord(record.retraction) }
            },
            schema = when (record) {
                is HandlingRecord.Registration -> RecordKind.SCHEMA
                is HandlingRecord.Retraction -> RecordKind.HANDLING.newestSchema
            },
        )
    }
}
