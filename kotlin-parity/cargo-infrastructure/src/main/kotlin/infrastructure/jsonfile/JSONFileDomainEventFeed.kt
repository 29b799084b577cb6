package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result

/** The outbox of a JSON-file store. */
internal class JSONFileDomainEventFeed(private val store: JSONFileStore) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> = store.reading {
        val events = ArrayList<DomainEvent>()
        var next = maxOf(after, 0) + 1
        for (run in index.outbox) {
            if (run.lastSequence < next) continue
            if (events.size >= limit) break
            if (run.firstSequence > next) {
                // Return the events before the gap first.
                val damage = index.damage.firstOrNull()
                if (events.isEmpty() && damage != null) throw JournalReader.corrupt(null, damage)
                break
            }
            try {
                val stored = StoredAggregates.domainEvents(line(run), run.firstSequence)
                // The events of a lost record are lost too. Their numbers aren't reused.
                if (stored.isEmpty()) next = maxOf(next, run.lastSequence + 1)
                for ((sequence, event) in stored) {
                    if (sequence < next || events.size >= limit) continue
                    events += event()
                    next = sequence + 1
                }
            } catch (failure: StoreFailure) {
                // Return the events before one that can't be read first.
                if (events.isEmpty()) throw failure
                break
            }
        }
        events
    }
}
