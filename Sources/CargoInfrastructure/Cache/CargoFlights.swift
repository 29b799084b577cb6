import CargoDomain
import Synchronization

/// The calls to the remote that are under way, one for each cargo however many ask for it (CCH-11).
final class CargoFlights: Sendable {
    typealias Answer = Result<Fetched<Cargo>, DomainError>

    /// What is known of a call while it is under way.
    final class Ticket: Sendable {
        private let state = Mutex((waiting: 1, isOvertaken: false))

        /// Whether a save of the cargo was answered meanwhile, so that the answer may be older than what the cache holds.
        var isOvertaken: Bool { state.withLock { $0.isOvertaken } }

        /// How many wait for it.
        fileprivate var callers: Int { state.withLock { $0.waiting } }

        fileprivate func overtake() { state.withLock { $0.isOvertaken = true } }

        /// Counts a caller in, unless all have left.
        fileprivate func join() -> Bool {
            state.withLock { state in
                guard state.waiting > 0 else { return false }
                state.waiting += 1
                return true
            }
        }

        /// Counts a caller out; says whether it was the last one.
        fileprivate func leave() -> Bool {
            state.withLock { state in
                state.waiting -= 1
                return state.waiting == 0
            }
        }
    }

    private struct Flight {
        let ticket: Ticket
        let task: Task<Answer, Never>
    }

    private struct State {
        var flights: [TrackingId: Flight] = [:]
        /// How many saves of a cargo are under way, their entries not yet brought up to date.
        var saving: [TrackingId: Int] = [:]
        var saves = 0
    }

    private let state = Mutex(State())

    /// How many saves were answered so far.
    var saves: Int { state.withLock { $0.saves } }

    /// Whether a save of a cargo is under way: the remote may have it already, and the cache not yet.
    func isSaving(_ trackingId: TrackingId) -> Bool { state.withLock { $0.saving[trackingId] != nil } }

    /// Says that a save of a cargo begins.
    func beginSave(_ trackingId: TrackingId) { state.withLock { $0.saving[trackingId, default: 0] += 1 } }

    /// Says that a save of a cargo is over and its entry up to date.
    func endSave(_ trackingId: TrackingId) {
        state.withLock { state in
            guard let count = state.saving[trackingId], count > 1 else { return state.saving[trackingId] = nil }
            state.saving[trackingId] = count - 1
        }
    }

    /// How many wait for the call for a cargo that new ones would join.
    func callers(of trackingId: TrackingId) -> Int { state.withLock { $0.flights[trackingId]?.ticket.callers ?? 0 } }

    /// Joins the call for a cargo that is under way, or begins one.
    ///
    /// The call is nobody's own: a cancelled caller does not end it for the others, the last one does. Whoever is cancelled gets the outcome all the
    /// same, since cancellation is no domain error (REP-8).
    func join(_ trackingId: TrackingId, _ call: @escaping @Sendable (Ticket) async -> Answer) async -> Answer {
        let flight = state.withLock { state in
            if let flight = state.flights[trackingId], flight.ticket.join() { return flight }
            let ticket = Ticket()
            let task = Task {
                let answer = await call(ticket)
                self.end(trackingId, ticket)
                return answer
            }
            let flight = Flight(ticket: ticket, task: task)
            state.flights[trackingId] = flight
            return flight
        }
        return await withTaskCancellationHandler {
            await flight.task.value
        } onCancel: {
            if flight.ticket.leave() { flight.task.cancel() }
        }
    }

    /// Says that the remote has answered a save of a cargo: who asks from now on must not get an answer to an earlier question.
    func overtake(_ trackingId: TrackingId) {
        state.withLock { state in
            state.saves += 1
            state.flights.removeValue(forKey: trackingId)?.ticket.overtake()
        }
    }

    private func end(_ trackingId: TrackingId, _ ticket: Ticket) {
        state.withLock { state in
            if state.flights[trackingId]?.ticket === ticket { state.flights[trackingId] = nil }
        }
    }
}
