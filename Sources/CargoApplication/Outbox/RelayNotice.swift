public import CargoDomain

/// A notice from a relay to its operator.
public enum RelayNotice: Hashable, Sendable {
    /// An event was delivered.
    case delivered(DomainEvent)
    /// An event failed and will be retried.
    case failed(DomainEvent, attempts: Int, reason: String, retryAt: Instant)
    /// An event became a dead letter; the later events of its aggregate wait until it is retried or discarded.
    case deadLettered(DomainEvent, attempts: Int, reason: String)
    /// An event can't be read and became a dead letter; the later events of its aggregate wait until it is retried or discarded.
    case unreadable(UnreadableEvent)
    /// The consumer currently accepts nothing; the relay waits.
    case unavailable(reason: String, until: Instant)
    /// A partition holds so many events that it takes no new ones until dead letters are retried or discarded.
    case partitionIsFull(number: Int)
    /// Another relay has taken over a partition; events delivered since the last stored progress are delivered again.
    case leaseLost(number: Int)
}

/// The outcome of one poll.
public enum PollOutcome: Hashable, Sendable {
    /// The relay did some work and delivered this many events, possibly none; there may be more.
    case worked(delivered: Int)
    /// Nothing was due.
    ///
    /// Poll again at this instant, or sooner if new events arrive. If it is nil, only new events bring work.
    case idle(until: Instant?)
}
