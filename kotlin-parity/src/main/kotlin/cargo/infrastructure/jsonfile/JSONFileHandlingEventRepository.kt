package cargo.infrastructure.jsonfile

import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingEventRepository
import cargo.domain.handling.HandlingHistory
import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.infrastructure.jsonfile.Journal.Outcome
import cargo.infrastructure.jsonfile.StoredAggregates.bytes
import cargo.infrastructure.records.handlingEvent

/** The handling events of a JSON-file store. Each event is a record; a cargo's events are the versions of one id. */
internal class JSONFileHandlingEventRepository(private val store: JSONFileStore) : HandlingEventRepository {
    override suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory> = store.reading { stored(trackingId).first }

    override suspend fun save(event: HandlingEvent, after: HandlingHistory): Result<Boolean> {
        val id = event.trackingId.text
        return store.reading {
            while (true) {
                val (history, count) = stored(event.trackingId)
                if (history.find(event) != null) return@reading false
                val expected = after.events.size.toLong()
                val actual = history.events.size.toLong()
                if (actual != expected) throw StoreFailure(DomainError.concurrencyConflict("trackingId", id, expected, actual))
                val write = Journal.Write(RecordKind.HANDLING, id, expectedVersion = count, document = bytes { handlingEvent(event) })
                // On a conflict, another event was stored in the meantime: either an equal one, or one that makes the caller's history
                // outdated.
                if (commit(listOf(write)) is Outcome.Committed) return@reading true
            }
            @Suppress("UNREACHABLE_CODE")
            error("The loop has no other end")
        }
    }

    /** Returns a cargo's handling history and its number of records. */
    private fun Journal.stored(trackingId: TrackingId): Pair<HandlingHistory, Long> {
        val links = chain(RecordKind.HANDLING, trackingId.text)
        return HandlingHistory.create(trackingId, links.records.map(StoredAggregates::handlingEvent)).orThrow() to links.count
    }
}
