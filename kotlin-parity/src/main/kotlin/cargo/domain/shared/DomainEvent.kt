package cargo.domain.shared

import cargo.domain.cargo.Cargo
import cargo.domain.voyage.Voyage

/** A fact in its envelope: what happened, to which version of which aggregate, when, and where it stands in the store (REP-3). */
class DomainEvent internal constructor(
    /** `Type:id:version:n`, n being the 0-based place among the events of that save. */
    val eventId: String,
    /** When it was saved, by the repository's clock. */
    val occurredAt: Instant,
    /** The version of the envelope and of the data. */
    val schemaVersion: Long,
    /** What joins it to other events of one request, if the writer said so. */
    val correlationId: String?,
    /** The kind of aggregate. */
    val aggregateType: AggregateType,
    /** The aggregate's identity. */
    val aggregateId: String,
    /** The aggregate's version as that save stored it. */
    val aggregateVersion: Long,
    /** The 1-based place in the store; absent before it is stored. */
    val sequence: Long?,
    /** What happened. */
    val fact: DomainFact,
) {
    /** The kinds of aggregates that raise events. */
    enum class AggregateType(val text: String) {
        /** A cargo, identified by its tracking id. */
        CARGO("Cargo"),

        /** A voyage, identified by its number. */
        VOYAGE("Voyage"),
    }

    /** This event at its place in a store. */
    internal fun storedAs(sequence: Long) = DomainEvent(
        eventId, occurredAt, schemaVersion, correlationId, aggregateType, aggregateId, aggregateVersion, sequence, fact,
    )

    companion object {
        /** The version of the envelope and of the facts' data that this kit writes. */
        const val CURRENT_SCHEMA_VERSION = 1L

        /** The events of a cargo that is stored as `version`, the first one at the place `sequence` if that is known. */
        fun raisedBy(cargo: Cargo, version: Long, at: Instant, sequence: Long?): List<DomainEvent> =
            envelopes(cargo.raisedFacts, AggregateType.CARGO, cargo.trackingId.text, version, at, sequence)

        /** The events of a voyage that is stored as `version`, the first one at the place `sequence` if that is known. */
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
