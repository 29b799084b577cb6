package cargo.infrastructure.records

import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.RetractedEvent
import cargo.domain.shared.Result

/** What a store keeps of a cargo's handling, in the order it was stored: registrations and retractions (HND-7). */
internal class HandlingLog(private val trackingId: TrackingId) {
    private val standing = ArrayList<HandlingEvent>()
    private val retractions = LinkedHashMap<HandlingEvent, RetractedEvent>()
    private var revision = 0

    /** The retracted events that don't stand again, in the order of a history. */
    val retracted: List<RetractedEvent> get() = retractions.values.sortedBy { it.event.handled }

    /** Returns the events that stand. Fails with `handling_of_other_cargo`. */
    fun history(): Result<HandlingHistory> = HandlingHistory.create(trackingId, standing, revision)

    /** Adds an event. If it was retracted before, it stands again. */
    fun register(event: HandlingEvent) {
        standing += event
        retractions -= event
        revision++
    }

    /** Takes an event back. Does nothing if it doesn't stand. */
    fun retract(retraction: RetractedEvent) {
        if (standing.removeAll { it == retraction.event }) retractions[retraction.event] = retraction
        revision++
    }
}
