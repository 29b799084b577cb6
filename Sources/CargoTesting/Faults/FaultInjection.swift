public import CargoApplication
public import CargoDomain
import Synchronization

/// Makes repositories fail on demand: wrap them with it, then say which call is to fail and how.
///
/// ```swift
/// let faults = FaultInjection()
/// let environment = faults.wrapping(store.environment(routing: routing))
/// faults.fail(.saveCargo, with: .technical(.storeFull))
/// ```
/// A call that fails never reaches the wrapped repository, as REP-4 wants it: nothing of a failed save is ever visible. A call whose answer is
/// lost reaches it, so the save is stored and the caller can't know:
///
/// ```swift
/// faults.loseAnswer(of: .saveCargo, with: .technical(.storeOutcomeUnknown), times: 1)
/// ```
/// `recordedCalls` lists every call with its arguments.
public final class FaultInjection: Sendable {
    /// A call that can be made to fail.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case findCargo, saveCargo, nextTrackingId, findForCustomer, findCargoPage
        case findHistory, saveHandlingEvent
        case findVoyage, saveVoyage, findVoyagePage, findVoyageChanges
        case findLocation, findLocations, saveLocations, findLocationPage
        case readEvents
        case findBookingKey, reserveBookingKey
    }

    private struct Fault {
        let error: DomainError
        /// Whether the call is made all the same, and only its answer is lost.
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

    /// Starts without any fault.
    public init() {}

    /// Makes calls of an operation fail without being made; replaces any fault of that operation.
    /// - Parameters:
    ///   - skips: how many calls go through first.
    ///   - times: how many calls fail after that; later ones go through.
    public func fail(_ operation: Operation, with error: DomainError, after skips: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[operation] = Fault(error: error, isMade: false, skips: skips, times: times) }
    }

    /// Makes calls of an operation, then gives this error instead of their answers; replaces any fault of that operation.
    /// - Parameters:
    ///   - error: what the caller gets, such as `store_outcome_unknown` or `remote_timeout`.
    ///   - skips: how many calls keep their answers first.
    ///   - times: how many answers are lost after that; later calls keep theirs.
    public func loseAnswer(of operation: Operation, with error: DomainError, after skips: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[operation] = Fault(error: error, isMade: true, skips: skips, times: times) }
    }

    /// Lets calls of an operation through again.
    public func heal(_ operation: Operation) { state.withLock { $0.faults[operation] = nil } }

    /// How often an operation was called, failed calls included.
    public func calls(of operation: Operation) -> Int { state.withLock { $0.counts[operation] ?? 0 } }

    /// Every call with its arguments, in the order in which they began; failed calls included.
    public var recordedCalls: [RecordedCall] { state.withLock { $0.calls } }

    /// The same environment with every repository behind this fault injection.
    public func wrapping(_ environment: Environment) -> Environment {
        Environment(
            clock: environment.clock,
            cargos: FailingCargoRepository(environment.cargos, faults: self),
            handlingEvents: FailingHandlingEventRepository(environment.handlingEvents, faults: self),
            voyages: FailingVoyageRepository(environment.voyages, faults: self),
            locations: FailingLocationRepository(environment.locations, faults: self),
            events: FailingDomainEventFeed(environment.events, faults: self),
            bookingKeys: FailingBookingKeyRepository(environment.bookingKeys, faults: self),
            routing: environment.routing,
            handlingUnitOfWork: environment.handlingUnitOfWork.map { FailingHandlingUnitOfWork($0, faults: self) }
        )
    }

    /// Records a call of an operation, then makes it or fails.
    func run<Value>(
        _ operation: Operation,
        _ call: RecordedCall,
        _ make: () async -> Result<Value, DomainError>
    ) async -> Result<Value, DomainError> {
        state.withLock { $0.calls.append(call) }
        return await run(operation, make)
    }

    /// Makes a call of an operation or fails.
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
