public import CargoDomain

/// Stores a handling event, or its retraction, together with its cargo: both or neither (REP-4).
public protocol HandlingUnitOfWork: Sendable {
    /// Stores a new event, its cargo and the domain events that the cargo raised.
    ///
    /// The cargo's version increases, even if nothing else of the cargo changed. An event that was retracted stands again.
    /// - Parameters:
    ///   - event: the event, checked against the history.
    ///   - history: the history without the event, as it was found.
    ///   - cargo: the event's cargo, derived from the history with the event.
    /// - Returns: `concurrency_conflict` if the stored history has another revision or the stored cargo another version; then nothing is
    ///   stored.
    @concurrent
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError>

    /// Stores the retraction of an event, its cargo and the domain events that the cargo raised (HND-7).
    ///
    /// The cargo's version increases, even if nothing else of the cargo changed.
    /// - Parameters:
    ///   - retraction: the event, the reason and the time.
    ///   - history: the history with the event, as it was found.
    ///   - cargo: the event's cargo, derived from the history without the event.
    /// - Returns: `concurrency_conflict` if the stored history has another revision or the stored cargo another version; then nothing is
    ///   stored.
    @concurrent
    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError>
}
