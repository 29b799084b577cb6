/// Provides the current time.
///
/// Inject a fixed clock in tests.
public protocol DomainClock: Sendable {
    /// Returns the current instant.
    func now() -> Instant
}
