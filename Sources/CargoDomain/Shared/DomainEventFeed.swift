/// The transactional outbox: every domain event that a store holds, in the order in which it was stored (REP-3).
public protocol DomainEventFeed: Sendable {
    /// The events after a position, 0 being the start; an empty list at the end.
    ///
    /// The list ends before an event that cannot be read. To read past it, use `entries(after:limit:)` or start after it.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit; `corrupt_record` if the first event after the position cannot be read.
    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError>

    /// The same, with an entry for each event that cannot be read.
    ///
    /// The default implementation reads `events(after:limit:)`, and so fails where that fails.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError>
}

extension DomainEventFeed {
    /// The events after a position, each as an entry.
    public func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await events(after: sequence, limit: limit).map { $0.map { .event($0) } }
    }
}

extension [FeedEntry] {
    /// The events before the first entry that cannot be read.
    /// - Throws: `corrupt_record` if that is the first one.
    package func readableEvents() throws(DomainError) -> [DomainEvent] {
        var events: [DomainEvent] = []
        for entry in self {
            switch entry {
            case .event(let event): events.append(event)
            case .unreadable(let unreadable):
                if events.isEmpty { throw unreadable.error }
                return events
            }
        }
        return events
    }
}
