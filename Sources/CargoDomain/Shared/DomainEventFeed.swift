/// The transactional outbox: every domain event that a store holds, in the order in which it was stored (REP-3).
public protocol DomainEventFeed: Sendable {
    /// The events after a position, 0 being the start; an empty list at the end.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError>
}
