/// Stores handling events.
///
/// Methods run off the caller's actor (see `CargoRepository`).
public protocol HandlingEventRepository: Sendable {
    /// Reads the handling history of a cargo. The history is empty if the cargo has no events or doesn't exist.
    /// - Returns: `corrupt_record` if a stored event is broken.
    @concurrent
    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError>

    /// Stores an event if the cargo's history is still the one you validated it against. An event equal to a stored one is not stored again
    /// (HND-3).
    ///
    /// Comparing the history enforces HND-6 even if two writers register events at the same time.
    /// - Parameters:
    ///   - event: the event.
    ///   - history: the result of `findHistory` against which you validated the event.
    /// - Returns: whether the event was new; `concurrency_conflict` if another event was stored in the meantime.
    @concurrent
    func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError>
}
