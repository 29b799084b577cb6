public import CargoDomain

/// Stores a handling event and the cargo that it changes atomically.
///
/// A backend without a unit of work stores the event first, then the cargo. After a crash in between, the next handling event of the cargo
/// brings it up to date.
public protocol HandlingUnitOfWork: Sendable {
    /// Stores an event as `HandlingEventRepository` does, and its cargo and raised domain events as `CargoRepository` does (HND-3, HND-6, REP-2 to
    /// REP-4).
    /// - Parameters:
    ///   - event: the event, checked against the history.
    ///   - history: the history without the event.
    ///   - cargo: the event's cargo, with its delivery derived from the history including the event.
    /// - Returns: whether the event is new. If it is known already, nothing is stored, not even the cargo. `concurrency_conflict` if another event
    ///   was stored in between or the cargo has another version; then nothing is stored.
    @concurrent
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError>
}
