/// An entry of the outbox: a domain event, or a placeholder for one that cannot be read.
public enum FeedEntry: Hashable, Sendable {
    /// An event, with its sequence number.
    case event(DomainEvent)
    /// A stored event that cannot be read.
    case unreadable(UnreadableEvent)

    /// The 1-based position in the store.
    public var sequence: Int64 {
        switch self {
        case .event(let event): event.sequence
        case .unreadable(let event): event.sequence
        }
    }

    /// The event's id; `nil` if it cannot be read.
    public var eventId: String? {
        switch self {
        case .event(let event): event.eventId
        case .unreadable(let event): event.eventId
        }
    }

    /// Whether a cargo raised the event.
    func isOf(_ trackingId: TrackingId) -> Bool {
        switch self {
        case .event(let event): event.aggregateType == .cargo && event.aggregateId == trackingId.text
        case .unreadable(let event): event.aggregate == "Cargo:\(trackingId.text)"
        }
    }
}

/// A stored domain event that cannot be read, because its record is damaged or because this version of the kit doesn't know its type.
public struct UnreadableEvent: Hashable, Sendable {
    /// The 1-based position in the store.
    public let sequence: Int64
    /// The event's id, if it can be read.
    public let eventId: String?
    /// The aggregate that raised the event, such as `Cargo:ABC123`, if it can be read.
    public let aggregate: String?
    /// Why the event cannot be read: a `corrupt_record` error.
    public let error: DomainError

    /// Creates an entry from the parts of the event that can be read.
    public init(sequence: Int64, eventId: String? = nil, aggregate: String? = nil, error: DomainError) {
        self.sequence = sequence
        self.eventId = eventId
        self.aggregate = aggregate
        self.error = error
    }
}
