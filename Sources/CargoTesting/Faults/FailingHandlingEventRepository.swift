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

    /// Fails if a fault is set for `findRetracted`; otherwise forwards.
    public func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await faults.run(.findRetracted, .findRetracted(of: trackingId)) { await wrapped.findRetracted(of: trackingId) }
    }
}
