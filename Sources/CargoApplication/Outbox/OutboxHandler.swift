public import CargoDomain

/// Somebody who is told domain events, one after the other for each aggregate, each at least once.
///
/// The event's id tells repetitions: after a crash, or where an answer was lost, an event comes again.
public protocol OutboxHandler: Sendable {
    /// How long `handle` may take, in milliseconds. A relay begins nothing that might outlast its lease.
    var timeLimit: Int64 { get }

    /// Takes an event; called for several aggregates at once, and for the events of one aggregate one after the other.
    ///
    /// At the time limit the relay cancels the task, counts a failed attempt and goes on without waiting for the task to end. A handler
    /// that ignores cancellation may therefore still be at work when the event comes again.
    func handle(_ event: DomainEvent) async -> DeliveryOutcome
}

/// What became of one try to deliver an event; reasons are for people.
public enum DeliveryOutcome: Hashable, Sendable {
    /// It is delivered.
    case delivered
    /// It failed, and may succeed later; `retryAfter` is what the consumer asked for, in milliseconds.
    case failed(reason: String, retryAfter: Int64?)
    /// It would fail as often as it is tried.
    case refused(reason: String)
    /// The consumer takes nothing at all at present, which says nothing about this event.
    case unavailable(reason: String, retryAfter: Int64?)
}
