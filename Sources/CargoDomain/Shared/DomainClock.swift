/// Tells the time; injected wherever a rule knows "now".
public protocol DomainClock: Sendable {
    /// The present instant.
    func now() -> Instant
}
