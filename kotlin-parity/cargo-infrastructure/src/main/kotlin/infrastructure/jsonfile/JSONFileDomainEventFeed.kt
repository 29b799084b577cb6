package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.FeedEntry
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.UnreadableEvent
import io.github.cargokit.domain.shared.readableEvents
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.records.StoredRecord

/** The outbox of a JSON-file store. */
internal class JSONFileDomainEventFeed(private val store: JSONFileStore) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> =
        entries(after, limit).then { it.readableEvents() }

    override suspend fun entries(after: Long, limit: Int): Result<List<FeedEntry>> = store.reading {
        PageLimit.check(limit).orThrow()
        val first = index.firstSequence
        if (after in 1..<first - 1) throw StoreFailure(DomainError.eventsTrimmed(first))
        Reading(this, maxOf(after, first - 1), limit).apply { run() }.entries
    }

    /** Reads the entries after a position. */
    private class Reading(private val journal: Journal, after: Long, private val limit: Int) {
        val entries = ArrayList<FeedEntry>()
        private var next = if (after == Long.MAX_VALUE) after else after + 1

        fun run() {
            for (run in journal.index.outbox) {
                if (run.lastSequence < next) continue
                if (entries.size >= limit) return
                // Numbers between two runs belong to events whose records are damaged.
                if (run.firstSequence > next) lose(run.firstSequence - 1, gap())
                try {
                    read(run)
                } catch (failure: StoreFailure) {
                    if (failure.error.code != Code.CORRUPT_RECORD) throw failure
                    lose(run.lastSequence, failure.error)
                }
            }
        }

        private fun read(run: JournalIndex.OutboxRun) {
            val stored = StoredAggregates.domainEvents(journal.line(run))
            // The events of a lost record are lost too. Their numbers aren't reused.
            if (stored.isEmpty()) next = maxOf(next, run.lastSequence + 1)
            stored.forEachIndexed { place, event ->
                val sequence = run.firstSequence + place
                if (sequence < next || entries.size >= limit) return@forEachIndexed
                entries += entry(event, sequence)
                next = sequence + 1
            }
        }

        private fun lose(last: Long, error: DomainError) {
            while (next <= last && entries.size < limit) entries += UnreadableEvent(next++, error = error)
        }

        private fun gap(): DomainError =
            journal.index.damage.firstOrNull()?.let { JournalReader.corrupt(null, it).error }
            ?: DomainError.corruptRecord(rule = "journal", cause = "domain event $next is missing")

        private fun entry(
            stored: Input,
            sequence: Long,
        ): FeedEntry = when (val event = StoredRecord.domainEvent(stored)) {
            is Result.Success -> FeedEntry.Event(event.value.storedAs(sequence))
            is Result.Failure -> {
                val type = StoredRecord.text(stored, "aggregateType")
                val id = StoredRecord.text(stored, "aggregateId")
                val aggregate = if (type != null && id != null) "$type:$id" else null
                UnreadableEvent(sequence, StoredRecord.text(stored, "eventId"), aggregate, event.error)
            }
        }
    }
}
