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

    /// Reads the events of a cargo after a position, without those that were trimmed.
    ///
    /// A page may have fewer entries than the limit, or none, although more follow: read on until its `next` is `nil`. The default implementation
    /// reads up to 10,000 events of all cargos for a page. A backend with an index needs to read only what it returns.
    /// - Parameters:
    ///   - trackingId: the cargo, which needn't be in the store any more.
    ///   - sequence: the position to start after; 0 is the start of the store.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func page(of trackingId: TrackingId, after sequence: Int64, limit: Int) async -> Result<Page<FeedEntry, Int64>, DomainError>
}

extension DomainEventFeed {
    /// Reads `entries(after:limit:)` ten times at most, and leaves out what isn't of the cargo.
    @concurrent
    public func page(of trackingId: TrackingId, after sequence: Int64, limit: Int) async -> Result<Page<FeedEntry, Int64>, DomainError> {
        var found: [FeedEntry] = []
        var last = max(sequence, 0)
        do throws(DomainError) {
            try PageLimit.check(limit)
            for _ in 0..<10 {
                let entries: [FeedEntry]
                do throws(DomainError) {
                    entries = try await self.entries(after: last, limit: PageLimit.range.upperBound).get()
                } catch {
                    guard error.code == .eventsTrimmed else { throw error }
                    // The start of what is there is behind what was trimmed.
                    entries = try await self.entries(after: 0, limit: PageLimit.range.upperBound).get()
                }
                for entry in entries where entry.isOf(trackingId) {
                    found.append(entry)
                    if found.count == limit { return .success(Page(items: found, next: entry.sequence)) }
                }
                guard entries.count == PageLimit.range.upperBound, let end = entries.last else {
                    return .success(Page(items: found, next: nil))
                }
                last = end.sequence
            }
            return .success(Page(items: found, next: last))
        } catch {
            return .failure(error)
        }
    }

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
