package cargo.domain.shared

import cargo.domain.cargo.Cargo
import cargo.domain.voyage.Voyage

/** A fact in its event envelope: what happened to which version of which aggregate, when, and at which position of the store (REP-3). */
class DomainEvent internal constructor(
    /** The event's unique id, `Type:id:version:n`, where n is the 0-based index among the events of the same save. */
    val eventId: String,
    /** When the event was saved, by the repository's clock. */
    val occurredAt: Instant,
    /** The schema version of the envelope and its data. */
    val schemaVersion: Long,
    /** An id shared by the events of one request, if the writer set one. */
    val correlationId: String?,
    /** The type of the aggregate that raised the event. */
    val aggregateType: AggregateType,
    /** The aggregate's identity. */
    val aggregateId: String,
    /** The aggregate's version after the save. */
    val aggregateVersion: Long,
    /** The 1-based position in the store; `null` until the event is stored. */
    val sequence: Long?,
    /** What happened. */
    val fact: DomainFact,
) {
    /** The types of aggregate that raise events. */
    enum class AggregateType(val text: String) {
        /** A cargo, identified by its tracking id. */
        CARGO("Cargo"),

        /** A voyage, identified by its number. */
        VOYAGE("Voyage"),
    }

    /** Returns the same event with its position in the store. */
    internal fun storedAs(sequence: Long) = DomainEvent(
        eventId, occurredAt, schemaVersion, correlationId, aggregateType, aggregateId, aggregateVersion, sequence, fact,
    )

    companion object {
        /** The schema version that this kit writes, for the envelope and the data of the facts. */
        const val CURRENT_SCHEMA_VERSION = 2L

        /** Creates the events of a cargo that is stored as `version`. `sequence` is the position of the first one, if known. */
        fun raisedBy(cargo: Cargo, version: Long, at: Instant, sequence: Long?): List<DomainEvent> =
            envelopes(cargo.raisedFacts, AggregateType.CARGO, cargo.trackingId.text, version, at, sequence)

        /** Creates the events of a voyage that is stored as `version`. `sequence` is the position of the first one, if known. */
        fun raisedBy(voyage: Voyage, version: Long, at: Instant, sequence: Long?): List<DomainEvent> =
            envelopes(voyage.raisedFacts, AggregateType.VOYAGE, voyage.number.text, version, at, sequence)

        private fun envelopes(facts: List<DomainFact>, type: AggregateType, id: String, version: Long, at: Instant, sequence: Long?) =
            facts.mapIndexed { place, fact ->
                DomainEvent(
                    eventId = "${type.text}:$id:$version:$place",
                    occurredAt = at,
                    schemaVersion = CURRENT_SCHEMA_VERSION,
                    correlationId = null,
                    aggregateType = type,
                    aggregateId = id,
                    aggregateVersion = version,
                    sequence = sequence?.plus(place),
                    fact = fact,
                )
            }
    }
}
