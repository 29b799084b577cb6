public import CargoDomain

/// A handling event repository that fails on demand and otherwise does what the wrapped one does.
public struct FailingHandlingEventRepository: HandlingEventRepository {
    private let wrapped: any HandlingEventRepository
    private let faults: FaultInjection

    /// Puts a repository behind a fault injection.
    public init(_ wrapped: any HandlingEventRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `findHistory` or calls on.
    public func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await faults.run(.findHistory, .findHistory(of: trackingId)) { await wrapped.findHistory(of: trackingId) }
    }

    /// Fails as `saveHandlingEvent` or calls on.
    public func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        await faults.run(.saveHandlingEvent, .saveHandlingEvent(event, after: history, with: nil)) {
            await wrapped.save(event, after: history)
        }
    }
}
