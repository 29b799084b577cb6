public import CargoApplication
public import CargoDomain
import Synchronization

/// Makes repositories fail on demand, and records every call.
///
/// Wrap a store, then choose which operation fails and how:
/// ```swift
/// let faults = FaultInjection()
/// let kit = CargoKit(store: faults.wrapping(store))
/// faults.fail(.saveCargo, with: .technical(.storeFull))
/// ```
/// A call that fails never reaches the wrapped repository, so a failed save has no visible effect (REP-4). A call whose answer is lost does
/// reach it: the save is stored, and the caller can't know.
///
/// ```swift
/// faults.loseResponse(of: .saveCargo, with: .technical(.storeOutcomeUnknown), times: 1)
/// ```
/// `recordedCalls` lists every call with its arguments.
public final class FaultInjection: Sendable {
    /// An operation that can be made to fail.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case findCargo, saveCargo, nextTrackingId, findForCustomer, findCargos
        case findHistory, findRetracted, saveHandlingEvent, retractHandlingEvent
        case findVoyage, findVoyages, saveVoyage, findVoyagePage, findVoyageChanges
        case findLocation, findLocations, saveLocations, findLocationPage
        case readEvents
        case findBookingKey, reserveBookingKey
    }

    private struct Fault {
        let error: DomainError
        /// Whether the call is forwarded and only its answer is replaced by the error.
        let isMade: Bool
        var skips: Int
        var times: Int
    }

    private struct State {
        var faults: [Operation: Fault] = [:]
        var counts: [Operation: Int] = [:]
        var calls: [RecordedCall] = []
    }

    private let state = Mutex(State())

    /// Creates a fault injection without faults: every call is forwarded.
    public init() {}

    /// Makes calls of an operation fail without forwarding them.
    ///
    /// Replaces any earlier fault of the same operation.
    /// - Parameters:
    ///   - operation: the operation whose calls fail.
    ///   - error: what the caller receives.
    ///   - skips: the number of calls to forward first.
    ///   - times: the number of calls that fail after that; later calls are forwarded.
    public func fail(_ operation: Operation, with error: DomainError, after skips: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[operation] = Fault(error: error, isMade: false, skips: skips, times: times) }
    }

    /// Forwards calls of an operation, then returns an error in place of the answer.
    ///
    /// Replaces any earlier fault of the same operation.
    /// - Parameters:
    ///   - operation: the operation whose answers are lost.
    ///   - error: what the caller receives, such as `store_outcome_unknown` or `remote_timeout`.
    ///   - skips: the number of calls to answer normally first.
    ///   - times: the number of answers to replace after that; later calls are answered normally.
    public func loseResponse(of operation: Operation, with error: DomainError, after skips: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[operation] = Fault(error: error, isMade: true, skips: skips, times: times) }
    }

    /// Removes the fault of an operation.
    public func removeFault(of operation: Operation) { state.withLock { $0.faults[operation] = nil } }

    /// Returns how many times an operation was called, including failed calls.
    public func calls(of operation: Operation) -> Int { state.withLock { $0.counts[operation] ?? 0 } }

    /// Every call with its arguments, including failed calls, in the order in which they began.
    public var recordedCalls: [RecordedCall] { state.withLock { $0.calls } }

    /// Returns the store with this fault injection in front of every repository.
    public func wrapping(_ store: any CargoStore) -> Repositories {
        store.replacing(
            cargos: FailingCargoRepository(store.cargos, faults: self),
            handlingEvents: FailingHandlingEventRepository(store.handlingEvents, faults: self),
            voyages: FailingVoyageRepository(store.voyages, faults: self),
            locations: FailingLocationRepository(store.locations, faults: self),
            idempotencyKeys: FailingIdempotencyKeyRepository(store.idempotencyKeys, faults: self),
            handlingUnitOfWork: FailingHandlingUnitOfWork(store.handlingUnitOfWork, faults: self),
            events: FailingDomainEventFeed(store.events, faults: self)
        )
    }

    /// Records a call, then forwards it or fails.
    func run<Value>(
        _ operation: Operation,
        _ call: RecordedCall,
        _ make: () async -> Result<Value, DomainError>
    ) async -> Result<Value, DomainError> {
        state.withLock { $0.calls.append(call) }
        return await run(operation, make)
    }

    /// Forwards a call or fails.
    func run<Value>(_ operation: Operation, _ make: () async -> Result<Value, DomainError>) async -> Result<Value, DomainError> {
        guard let fault = faultDue(operation) else { return await make() }
        if fault.isMade { _ = await make() }
        return .failure(fault.error)
    }

    private func faultDue(_ operation: Operation) -> Fault? {
        state.withLock { state in
            state.counts[operation, default: 0] += 1
            guard var fault = state.faults[operation] else { return nil }
            defer { state.faults[operation] = fault }
            if fault.skips > 0 {
                fault.skips -= 1
                return nil
            }
            guard fault.times > 0 else { return nil }
            fault.times -= 1
            return fault
        }
    }
}
