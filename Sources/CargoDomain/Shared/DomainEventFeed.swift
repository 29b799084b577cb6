/// The transactional outbox: every domain event of a store, in the order in which it was stored (REP-3).
///
/// Methods run off the caller's actor (see `CargoRepository`).
public protocol DomainEventFeed: Sendable {
    /// Reads the events after a position; 0 is the start of the store. The list is empty at the end.
    ///
    /// The list stops before an event that cannot be read. To read past it, use `entries(after:limit:)` or start after it.
    /// - Parameters:
    ///   - sequence: the position to start after.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range; `corrupt_record` if the first event after the position cannot be
    ///   read.
    @concurrent
    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError>

    /// Reads the events after a position, with an entry for each event that cannot be read.
    ///
    /// The default implementation calls `events(after:limit:)`, so it fails when that fails.
    /// - Parameters:
    ///   - sequence: the position to start after; 0 is the start of the store.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError>
}

extension DomainEventFeed {
    /// Reads `events(after:limit:)` and wraps each event in an entry.
    @concurrent
    public func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await events(after: sequence, limit: limit).map { $0.map { .event($0) } }
    }
}

extension [FeedEntry] {
    /// Returns the events before the first entry that cannot be read.
    /// - Throws: `corrupt_record` if the very first entry cannot be read.
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
