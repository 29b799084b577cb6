import CargoDomain

/// The first domain event of an outbox that may have been trimmed (REP-10).
enum OutboxStart {
    /// Checks that no event is gone that follows a position.
    /// - Parameters:
    ///   - position: where a reader goes on; 0 for the start of what is there.
    ///   - first: the position of the first event.
    /// - Throws: `events_trimmed`.
    static func check(_ position: Int64, first: Int64) throws(DomainError) {
        guard position <= 0 || position >= first - 1 else { throw .eventsTrimmed(first: first) }
    }
}
