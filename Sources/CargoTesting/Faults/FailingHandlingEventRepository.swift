public import CargoDomain

/// A handling event repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingHandlingEventRepository: HandlingEventRepository {
    private let wrapped: any HandlingEventRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any HandlingEventRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findHistory`; otherwise forwards.
    public func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await faults.run(.findHistory, .findHistory(of: trackingId)) { await wrapped.findHistory(of: trackingId) }
    }

    /// Fails if a fault is set for `saveHandlingEvent`; otherwise forwards.
    public func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        await faults.run(.saveHandlingEvent, .saveHandlingEvent(event, after: history, with: nil)) {
            await wrapped.save(event, after: history)
        }
    }
}
