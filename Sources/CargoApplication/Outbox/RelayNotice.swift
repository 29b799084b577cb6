public import CargoDomain

/// What a relay has to tell those who run it.
public enum RelayNotice: Hashable, Sendable {
    /// An event was delivered.
    case delivered(DomainEvent)
    /// An event failed and will be tried again.
    case failed(DomainEvent, attempts: Int, reason: String, again: Instant)
    /// An event was set aside; the later ones of its aggregate wait behind it until somebody decides.
    case setAside(DomainEvent, attempts: Int, reason: String)
    /// An event cannot be read and is set aside; the later ones of its aggregate wait behind it until somebody decides.
    case unreadable(UnreadableEvent)
    /// The consumer takes nothing at present; the relay waits.
    case unavailable(reason: String, until: Instant)
    /// So much of a lane is held that it takes no new events until somebody decides.
    case laneIsFull(number: Int)
    /// Another relay has taken a lane over; what was delivered of it since it was last stored comes again.
    case leaseWasLost(number: Int)
}

/// What a relay did in one turn.
public enum RelayTurn: Hashable, Sendable {
    /// It delivered so many events, or tried to; there may be more.
    case worked(delivered: Int)
    /// There was nothing that it may do; by then something may have changed, new events apart.
    case idle(until: Instant?)
}
