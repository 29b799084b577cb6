public import CargoDomain

/// A consumer of domain events: receives each event at least once, and the events of an aggregate in order.
///
/// After a crash or a lost response, an event is delivered again; its id identifies the repetition.
public protocol OutboxHandler: Sendable {
    /// The time limit of `handle`. A relay starts no call that might outlast its lease.
    var timeout: Duration { get }

    /// Handles an event. Calls for different aggregates are concurrent; calls for one aggregate are sequential.
    ///
    /// At the time limit, the relay cancels the task, counts a failed attempt and continues without waiting for the task to end. A handler
    /// that ignores cancellation may still be running when the event is delivered again.
    func handle(_ event: DomainEvent) async -> DeliveryOutcome
}

/// The outcome of one attempt to deliver an event; reasons are text for people.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The event is delivered.
    case delivered
    /// The attempt failed and may succeed later; `retryAfter` is the pause that the consumer asked for.
    case failed(reason: String, retryAfter: Duration?)
    /// The event would fail on every attempt.
    case refused(reason: String)
    /// The consumer currently accepts nothing, whatever the event.
    case unavailable(reason: String, retryAfter: Duration?)
}
