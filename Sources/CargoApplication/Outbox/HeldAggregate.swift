public import CargoDomain

/// An aggregate whose events are held: the event that failed, and those that wait behind it.
public struct HeldAggregate: Hashable, Sendable {
    /// `Type:id`, such as `Cargo:ABC123`; `Unreadable:17` for event 17 if it cannot be read and its aggregate is unknown.
    public let aggregate: String
    /// The sequence numbers of its events in the outbox, at least one, ascending; the first one failed.
    public internal(set) var sequences: [Int64]
    /// The number of attempts to deliver the first event.
    public internal(set) var attempts: Int
    /// When the first event is retried; nil if it is a dead letter.
    public internal(set) var notBefore: Instant?
    /// The reason of the last failure, as text for people.
    public internal(set) var reason: String

    /// Reconstitutes a stored value.
    /// - Throws: `shape_invalid` if there are no events or they aren't in order.
    public init(aggregate: String, sequences: [Int64], attempts: Int, notBefore: Instant?, reason: String) throws(DomainError) {
        guard let first = sequences.first, first >= 1, zip(sequences, sequences.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .shapeInvalid(path: "sequences")
        }
        self.aggregate = aggregate
        self.sequences = sequences
        self.attempts = attempts
        self.notBefore = notBefore
        self.reason = reason
    }

    init(_ entry: FeedEntry, attempts: Int, notBefore: Instant?, reason: String) {
        aggregate = entry.aggregate
        sequences = [entry.sequence]
        self.attempts = attempts
        self.notBefore = notBefore
        self.reason = reason
    }

    /// Whether the first event is a dead letter, which an operator must retry or discard.
    public var isDeadLetter: Bool { notBefore == nil }

    func isDue(at now: Instant) -> Bool { notBefore.map { $0 <= now } ?? false }
}

extension DomainEvent {
    /// The event's aggregate as one text: its type and id, such as `Cargo:ABC123`.
    package var aggregate: String { "\(aggregateType.rawValue):\(aggregateId)" }
}

extension UnreadableEvent {
    /// The event's aggregate as one text, or `Unreadable:` and the sequence number if the aggregate is unknown.
    var lineage: String { aggregate ?? "Unreadable:\(sequence)" }

    /// Why the event is a dead letter.
    var reason: String {
        let cause = error.cause.map { ": \($0)" } ?? ""
        return "the event can't be read (\(error.code.rawValue)\(cause))"
    }
}

extension FeedEntry {
    /// The event's aggregate as one text.
    var aggregate: String {
        switch self {
        case .event(let event): event.aggregate
        case .unreadable(let event): event.lineage
        }
    }
}
