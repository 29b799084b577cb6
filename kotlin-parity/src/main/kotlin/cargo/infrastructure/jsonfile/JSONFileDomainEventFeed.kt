package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainEvent
import cargo.domain.shared.DomainEventFeed
import cargo.domain.shared.Result

/** The outbox of a JSON-file store. */
internal class JSONFileDomainEventFeed(private val store: JSONFileStore) : DomainEventFeed {
    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> = store.reading {
        val events = ArrayList<DomainEvent>()
        var next = maxOf(after, 0) + 1
        for (run in index.outbox) {
            if (run.lastSequence < next) continue
            if (events.size >= limit) break
            if (run.firstSequence > next) {
                // Those before the gap are given first.
                val damage = index.damage.firstOrNull()
                if (events.isEmpty() && damage != null) throw Journal.corrupt(null, damage)
                break
            }
            for (event in StoredAggregates.domainEvents(line(run), run.firstSequence)) {
                val sequence = checkNotNull(event.sequence)
                if (sequence < next || events.size >= limit) continue
                events += event
                next = sequence + 1
            }
        }
        events
    }
}
