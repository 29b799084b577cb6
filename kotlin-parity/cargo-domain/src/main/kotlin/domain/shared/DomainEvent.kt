package io.github.cargokit.domain.shared

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.voyage.Voyage

/**
 * A fact in its event envelope: what happened to which version of which aggregate, when, and at which position of the
 * store (REP-3).
 */
public data class DomainEvent(
    /** The event's unique id, `Type:id:version:n`, where n is the 0-based index among the events of the same save. */
    public val eventId: String,
    /** When the event was saved, by the repository's clock. */
    public val occurredAt: Instant,
    /** The schema version of the envelope and its data. */
    public val schemaVersion: Long,
    /** An id shared by the events of one request, if the writer set one. */
    public val correlationId: String?,
    /** Who made the request, if the writer said; it may name a person. */
    public val actor: EventActor?,
    /** The type of the aggregate that raised the event. */
    public val aggregateType: AggregateType,
    /** The aggregate's identity. */
    public val aggregateId: String,
    /** The aggregate's version after the save. */
    public val aggregateVersion: Long,
    /** The 1-based position in the store; 0 until the event is stored. */
    public val sequence: Long,
    /** What happened. */
    public val fact: DomainFact,
) {
    /** The types of aggregate that raise events. */
    public enum class AggregateType(public val text: String) {
        /** A cargo, identified by its tracking id. */
        CARGO("Cargo"),

        /** A voyage, identified by its number. */
        VOYAGE("Voyage"),
    }

    /** Returns the same event with its position in the store. */
    @InternalCargoKitApi
    public fun storedAs(sequence: Long): DomainEvent = copy(sequence = sequence)

    public companion object {
        /**
         * Creates the events of a cargo that is stored as `version`, on behalf of a request if one is given. `sequence`
         * is the position of the first event, 0 if it isn't known.
         */
        public fun raisedBy(
            cargo: Cargo,
            version: Long,
            at: Instant,
            sequence: Long,
            correlation: Correlation? = null,
        ): List<DomainEvent> =
            envelopes(cargo.raisedFacts, AggregateType.CARGO, cargo.trackingId.text, version, at, sequence, correlation)

        /** Creates the events of a voyage that is stored as `version`, as for a cargo. */
        public fun raisedBy(
            voyage: Voyage,
            version: Long,
            at: Instant,
            sequence: Long,
            correlation: Correlation? = null,
        ): List<DomainEvent> =
            envelopes(voyage.raisedFacts, AggregateType.VOYAGE, voyage.number.text, version, at, sequence, correlation)

        private fun envelopes(
            facts: List<DomainFact>,
            type: AggregateType,
            id: String,
            version: Long,
            at: Instant,
            sequence: Long,
            correlation: Correlation?,
        ) = facts.mapIndexed { place, fact ->
            DomainEvent(
                eventId = "${type.text}:$id:$version:$place",
                occurredAt = at,
                schemaVersion = fact.schemaVersion,
                correlationId = correlation?.id?.text,
                actor = correlation?.actor,
                aggregateType = type,
                aggregateId = id,
                aggregateVersion = version,
                sequence = if (sequence > 0) sequence + place else 0,
                fact = fact,
            )
        }
    }
}
