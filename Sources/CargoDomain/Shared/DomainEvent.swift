/// A fact in its event envelope: what happened to which version of which aggregate, when, and at which position of the store.
///
/// Repositories create the envelope when they save the aggregate that raised the fact (REP-3).
public struct DomainEvent: Hashable, Sendable {
    /// The event's unique id, `Type:id:version:n`, where n is the 0-based index among the events of the same save.
    ///
    /// The id depends only on the save, so retrying a save gives the same ids.
    public let eventId: String
    /// When the event was saved, by the repository's clock.
    public let occurredAt: Instant
    /// The schema version of the envelope and its data.
    public let schemaVersion: Int64
    /// The id of the request that saved the event, if `Correlation.id` was set.
    public let correlationId: String?
    /// Who made the request, if `Correlation.actor` was set.
    ///
    /// It may name a person, so readers outside the company get `withoutActor`.
    public let actor: EventActor?
    /// The type of the aggregate that raised the event.
    public let aggregateType: AggregateType
    /// The aggregate's identity.
    public let aggregateId: String
    /// The aggregate's version after the save.
    public let aggregateVersion: Int64
    /// The 1-based position in the store; 0 until the event is stored.
    public let sequence: Int64
    /// What happened.
    public let fact: DomainFact

    /// The types of aggregate that raise events.
    ///
    /// A `switch` in another package needs a `default` or an `@unknown default`.
    @nonexhaustive
    public enum AggregateType: String, Hashable, Sendable, CaseIterable {
        /// A cargo, identified by its tracking id.
        case cargo = "Cargo"
        /// A voyage, identified by its number.
        case voyage = "Voyage"
    }

    /// Creates an event from its stored members.
    public init(
        eventId: String,
        occurredAt: Instant,
        schemaVersion: Int64,
        correlationId: String?,
        actor: EventActor?,
        aggregateType: AggregateType,
        aggregateId: String,
        aggregateVersion: Int64,
        sequence: Int64,
        fact: DomainFact
    ) {
        self.eventId = eventId
        self.occurredAt = occurredAt
        self.schemaVersion = schemaVersion
        self.correlationId = correlationId
        self.actor = actor
        self.aggregateType = aggregateType
        self.aggregateId = aggregateId
        self.aggregateVersion = aggregateVersion
        self.sequence = sequence
        self.fact = fact
    }

    /// Creates the events of a cargo that is about to be stored as `version`.
    ///
    /// Their `sequence` is 0.
    public static func events(raisedBy cargo: Cargo, storedAs version: Int64, at now: Instant) -> [DomainEvent] {
        envelopes(cargo.raisedFacts, .cargo, cargo.trackingId.text, version, now)
    }

    /// Creates the events of a voyage that is about to be stored as `version`.
    ///
    /// Their `sequence` is 0.
    public static func events(raisedBy voyage: Voyage, storedAs version: Int64, at now: Instant) -> [DomainEvent] {
        envelopes(voyage.raisedFacts, .voyage, voyage.number.text, version, now)
    }

    /// Returns the same event with its position in the store.
    public func stored(as sequence: Int64) -> DomainEvent { with(fact, actor, sequence) }

    /// The same event without its actor, for readers outside the company.
    public var withoutActor: DomainEvent { actor == nil ? self : with(fact, nil, sequence) }

    /// Returns the event without what it says of a customer of the cargo that raised it (CRG-18, REP-11).
    ///
    /// `DomainFact.erasing` has what changes in the fact. An actor of the customer becomes that of the pseudonym, without a name.
    package func erasing(_ customer: CustomerId, as pseudonym: CustomerId) -> DomainEvent {
        with(fact.erasing(customer, as: pseudonym), actor?.erasing(customer, as: pseudonym) ?? actor, sequence)
    }

    private func with(_ fact: DomainFact, _ actor: EventActor?, _ sequence: Int64) -> DomainEvent {
        DomainEvent(
            eventId: eventId,
            occurredAt: occurredAt,
            schemaVersion: schemaVersion,
            correlationId: correlationId,
            actor: actor,
            aggregateType: aggregateType,
            aggregateId: aggregateId,
            aggregateVersion: aggregateVersion,
            sequence: sequence,
            fact: fact
        )
    }

    private static func envelopes(
        _ facts: [DomainFact],
        _ type: AggregateType,
        _ id: String,
        _ version: Int64,
        _ now: Instant
    ) -> [DomainEvent] {
        facts.enumerated().map { place, fact in
            DomainEvent(
                eventId: "\(type.rawValue):\(id):\(version):\(place)",
                occurredAt: now,
                schemaVersion: fact.schemaVersion,
                correlationId: Correlation.id?.text,
                actor: Correlation.actor,
                aggregateType: type,
                aggregateId: id,
                aggregateVersion: version,
                sequence: 0,
                fact: fact
            )
        }
    }
}

extension DomainEvent {
    /// Compares all properties.
    ///
    /// The correlation id is compared by Unicode scalars (VAL-TXT-1).
    public static func == (left: Self, right: Self) -> Bool {
        left.eventId == right.eventId && left.occurredAt == right.occurredAt && left.schemaVersion == right.schemaVersion
            && left.hasCorrelationId(of: right) && left.actor == right.actor && left.aggregateType == right.aggregateType
            && left.aggregateId == right.aggregateId && left.aggregateVersion == right.aggregateVersion && left.sequence == right.sequence
            && left.fact == right.fact
    }

    /// Hashes the event id and the sequence.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(eventId)
        hasher.combine(sequence)
    }

    private func hasCorrelationId(of other: Self) -> Bool {
        switch (correlationId, other.correlationId) {
        case (let one?, let two?): one.hasSameScalars(as: two)
        case (nil, nil): true
        case (_?, nil), (nil, _?): false
        }
    }
}
