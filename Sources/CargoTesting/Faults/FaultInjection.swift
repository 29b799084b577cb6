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
/// A call that fails never reaches the wrapped repository, as REP-4 wants it: nothing of a failed save is ever visible.
public final class FaultInjection: Sendable {
    /// A call that can be made to fail.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case findCargo, saveCargo, nextTrackingId, findForCustomer, findCargoPage
        case findHistory, saveHandlingEvent
        case findVoyage, saveVoyage, findVoyagePage, findVoyageChanges
        case findLocation, saveLocations, findLocationPage
        case readEvents
        case findBookingKey, reserveBookingKey
    }

    private struct Fault {
        let error: DomainError
        var skips: Int
        var times: Int
    }

    private struct State {
        var faults: [Operation: Fault] = [:]
        var calls: [Operation: Int] = [:]
    }

    private let state = Mutex(State())

    /// Starts without any fault.
    public init() {}

    /// Lets calls of an operation fail; replaces what was said of that operation before.
    /// - Parameters:
    ///   - skips: how many calls go through first.
    ///   - times: how many calls fail after that; then all is well again.
    public func fail(_ operation: Operation, with error: DomainError, after skips: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[operation] = Fault(error: error, skips: skips, times: times) }
    }

    /// Lets calls of an operation through again.
    public func heal(_ operation: Operation) { state.withLock { $0.faults[operation] = nil } }

    /// How often an operation was called, failed calls included.
    public func calls(of operation: Operation) -> Int { state.withLock { $0.calls[operation] ?? 0 } }

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

    /// Fails or calls on.
    func run<Value>(
        _ operation: Operation,
        _ call: () async -> Result<Value, DomainError>
    ) async -> Result<Value, DomainError> {
        if let error = errorDue(operation) { return .failure(error) }
        return await call()
    }

    private func errorDue(_ operation: Operation) -> DomainError? {
        state.withLock { state in
            state.calls[operation, default: 0] += 1
            guard var fault = state.faults[operation] else { return nil }
            var error: DomainError?
            if fault.skips > 0 {
                fault.skips -= 1
            } else if fault.times > 0 {
                fault.times -= 1
                error = fault.error
            }
            state.faults[operation] = fault
            return error
        }
    }
}
