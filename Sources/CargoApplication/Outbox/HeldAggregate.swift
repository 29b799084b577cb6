public import CargoDomain

/// An aggregate whose events a consumer does not take at present: the one that failed, and those that wait behind it.
public struct HeldAggregate: Hashable, Sendable {
    /// `Type:id`, such as `Cargo:ABC123`; `Unreadable:17` for event 17 if it cannot be read and its aggregate is unknown.
    public let aggregate: String
    /// The places of its events in the outbox, rising, at least one; the first one is the one that failed.
    public internal(set) var sequences: [Int64]
    /// How often the first one was tried.
    public internal(set) var attempts: Int
    /// When it is tried again; nil where it is set aside until somebody decides.
    public internal(set) var notBefore: Instant?
    /// What was wrong the last time, for people.
    public internal(set) var reason: String

    /// Brings it back as it was stored.
    /// - Throws: `shape_invalid` where there is no event, or they are not in order.
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

    /// Whether nothing happens to it until somebody decides.
    public var isSetAside: Bool { notBefore == nil }

    func isDue(at now: Instant) -> Bool { notBefore.map { $0 <= now } ?? false }
}

extension DomainEvent {
    /// Whose event it is, as one text.
    var aggregate: String { "\(aggregateType.rawValue):\(aggregateId)" }
}

extension UnreadableEvent {
    /// Whose event it is, as one text; one of its own if that is unknown.
    var lineage: String { aggregate ?? "Unreadable:\(sequence)" }

    /// Why it is set aside.
    var reason: String {
        let cause = error.cause.map { ": \($0)" } ?? ""
        return "the event can't be read (\(error.code.rawValue)\(cause))"
    }
}

extension FeedEntry {
    /// Whose event it is, as one text.
    var aggregate: String {
        switch self {
        case .event(let event): event.aggregate
        case .unreadable(let event): event.lineage
        }
    }
}
