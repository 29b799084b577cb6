public import CargoDomain

/// Stores a handling event and the cargo that it changes as one step: both, or neither.
///
/// Not every backend can. Where there is none, the event is stored first and the cargo after it, and a crash in between is healed by the next
/// inspection of the cargo.
public protocol HandlingUnitOfWork: Sendable {
    /// Stores an event as `HandlingEventRepository` does, and the cargo with the domain events that it raised as `CargoRepository` does
    /// (HND-3, HND-6, REP-2 to REP-4).
    /// - Parameters:
    ///   - event: what was done, judged by the history.
    ///   - history: the history that the event was judged by.
    ///   - cargo: the cargo of the event, its delivery derived from the history with the event.
    /// - Returns: whether the event is new. One that is known already is no failure: then nothing is stored, the cargo neither.
    ///   `concurrency_conflict` where another event came in between or the cargo has another version; nothing is stored.
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError>
}
