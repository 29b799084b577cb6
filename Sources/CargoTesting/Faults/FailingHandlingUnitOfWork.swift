public import CargoApplication
public import CargoDomain

/// A unit of work that fails on demand and otherwise does what the wrapped one does.
public struct FailingHandlingUnitOfWork: HandlingUnitOfWork {
    private let wrapped: any HandlingUnitOfWork
    private let faults: FaultInjection

    /// Puts a unit of work behind a fault injection.
    public init(_ wrapped: any HandlingUnitOfWork, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `saveHandlingEvent`, or else as `saveCargo`, or calls on: it does what both of them do.
    public func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        await faults.run(.saveHandlingEvent, .saveHandlingEvent(event, after: history, with: cargo)) {
            await faults.run(.saveCargo) { await wrapped.save(event, after: history, with: cargo) }
        }
    }
}
