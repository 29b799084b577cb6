public import CargoApplication
public import CargoDomain

/// A unit of work that fails on demand and otherwise forwards to the wrapped one.
public struct FailingHandlingUnitOfWork: HandlingUnitOfWork {
    private let wrapped: any HandlingUnitOfWork
    private let faults: FaultInjection

    /// Wraps a unit of work.
    public init(_ wrapped: any HandlingUnitOfWork, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `saveHandlingEvent` or `saveCargo`, checked in this order; otherwise forwards.
    public func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await faults.run(.saveHandlingEvent, .saveHandlingEvent(event, after: history, with: cargo)) {
            await faults.run(.saveCargo) { await wrapped.save(event, after: history, with: cargo) }
        }
    }

    /// Fails if a fault is set for `retractHandlingEvent` or `saveCargo`, checked in this order; otherwise forwards.
    public func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError>
    {
        await faults.run(.retractHandlingEvent, .retractHandlingEvent(retraction, after: history, with: cargo)) {
            await faults.run(.saveCargo) { await wrapped.retract(retraction, after: history, with: cargo) }
        }
    }
}
