/// A fact in its envelope: what happened, to which version of which aggregate, when, and where it stands in the store.
///
/// Repositories make it when they save the aggregate that raised the fact (REP-3).
public struct DomainEvent: Hashable, Sendable {
    /// The version of the envelope and of the facts' data that this kit writes.
    public static let currentSchemaVersion: Int64 = 1

    /// `Type:id:version:n`, n being the 0-based place among the events of that save: unique, and the same for the same save.
    public let eventId: String
    /// When it was saved, by the repository's clock.
    public let occurredAt: Instant
    /// The version of the envelope and of the data.
    public let schemaVersion: Int64
    /// What joins it to other events of one request, if the writer said so.
    public let correlationId: String?
    /// The kind of aggregate.
    public let aggregateType: AggregateType
    /// The aggregate's identity.
    public let aggregateId: String
    /// The aggregate's version as that save stored it.
    public let aggregateVersion: Int64
    /// The 1-based place in the store; absent before it is stored.
    public let sequence: Int64?
    /// What happened.
    public let fact: DomainFact

    /// The kinds of aggregates that raise events.
    public enum AggregateType: String, Hashable, Sendable, CaseIterable {
        /// A cargo, identified by its tracking id.
        case cargo = "Cargo"
        /// A voyage, identified by its number.
        case voyage = "Voyage"
    }

    /// Brings an event back as it was stored.
    public init(
        eventId: String,
        occurredAt: Instant,
        schemaVersion: Int64,
        correlationId: String?,
        aggregateType: AggregateType,
        aggregateId: String,
        aggregateVersion: Int64,
        sequence: Int64?,
        fact: DomainFact
    ) {
        self.eventId = eventId
        self.occurredAt = occurredAt
        self.schemaVersion = schemaVersion
        self.correlationId = correlationId
        self.aggregateType = aggregateType
        self.aggregateId = aggregateId
        self.aggregateVersion = aggregateVersion
        self.sequence = sequence
        self.fact = fact
    }

    /// The events of a cargo that is about to be stored as `version`, without their places in the store.
    public static func events(raisedBy cargo: Cargo, storedAs version: Int64, at now: Instant) -> [DomainEvent] {
        envelopes(cargo.raisedFacts, .cargo, cargo.trackingId.text, version, now)
    }

    /// The events of a voyage that is about to be stored as `version`, without their places in the store.
    public static func events(raisedBy voyage: Voyage, storedAs version: Int64, at now: Instant) -> [DomainEvent] {
        envelopes(voyage.raisedFacts, .voyage, voyage.number.text, version, now)
    }

    /// The same event with its place in the store.
    public func stored(as sequence: Int64) -> DomainEvent {
        DomainEvent(
            eventId: eventId,
            occurredAt: occurredAt,
            schemaVersion: schemaVersion,
            correlationId: correlationId,
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
                schemaVersion: currentSchemaVersion,
                correlationId: nil,
                aggregateType: type,
                aggregateId: id,
                aggregateVersion: version,
                sequence: nil,
                fact: fact
            )
        }
    }
}

extension DomainEvent {
    /// Compares all members, the correlation id by scalars (VAL-TXT-1).
    public static func == (left: Self, right: Self) -> Bool {
        left.eventId == right.eventId && left.occurredAt == right.occurredAt && left.schemaVersion == right.schemaVersion
            && left.hasCorrelationId(of: right) && left.aggregateType == right.aggregateType && left.aggregateId == right.aggregateId
            && left.aggregateVersion == right.aggregateVersion && left.sequence == right.sequence && left.fact == right.fact
    }

    /// Hashes the identity and the place.
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
