package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.retention.HandlingRecord
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.Result

/** What a store keeps of a cargo's handling, in the order it was stored: registrations and retractions (HND-7). */
internal class HandlingLog(private val trackingId: TrackingId) {
    private val standing = ArrayList<HandlingEvent>()
    private val retractions = LinkedHashMap<HandlingEvent, RetractedEvent>()
    private val taken = ArrayList<HandlingRecord>()

    /** The registrations and retractions, in the order they were stored. */
    val records: List<HandlingRecord> get() = taken.toList()

    /** The retracted events that don't stand again, in the order of a history. */
    val retracted: List<RetractedEvent> get() = retractions.values.sortedBy { it.event.handled }

    /** Returns the events that stand. Fails with `handling_of_other_cargo`. */
    fun history(): Result<HandlingHistory> = HandlingHistory.create(trackingId, standing, revision = taken.size)

    /** Takes the next record. */
    fun take(record: HandlingRecord): Unit = when (record) {
        is HandlingRecord.Registration -> register(record.event)
        is HandlingRecord.Retraction -> retract(record.retraction)
    }

    /** Adds an event. If it was retracted before, it stands again. */
    fun register(event: HandlingEvent) {
        taken += HandlingRecord.Registration(event)
        standing += event
        retractions -= event
    }

    /** Takes an event back. Does nothing if it doesn't stand. */
    fun retract(retraction: RetractedEvent) {
        taken += HandlingRecord.Retraction(retraction)
        if (standing.removeAll { it == retraction.event }) retractions[retraction.event] = retraction
    }
}
