/// Where handling events are kept, each a fact of its own.
public protocol HandlingEventRepository: Sendable {
    /// All that was done to a cargo; an empty history where nothing was, or where there is no such cargo.
    /// - Returns: `corrupt_record` where a stored event is broken.
    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError>

    /// Stores an event iff the cargo's history is still the one that the caller judged it by; an equal one is not stored again (HND-3).
    ///
    /// Comparing the history makes HND-6 hold when two writers register at once.
    /// - Parameter history: what `findHistory` gave before the event was judged.
    /// - Returns: whether it was new; `concurrency_conflict` where another event came in between.
    func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError>
}
