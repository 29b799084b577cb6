import CargoDomain
import Synchronization

/// The remote calls in progress: at most one for each cargo, shared by all callers (CCH-11).
final class SharedFetches: Sendable {
    typealias Answer = Result<Fetched<Cargo>, DomainError>

    /// The state of a call in progress.
    final class Ticket: Sendable {
        private let state = Mutex((waiting: 1, isOvertaken: false))

        /// Whether a save of the cargo ended during the call, so that the answer may be older than the cached entry.
        var isOvertaken: Bool { state.withLock { $0.isOvertaken } }

        /// The number of callers waiting for the answer.
        fileprivate var callers: Int { state.withLock { $0.waiting } }

        fileprivate func overtake() { state.withLock { $0.isOvertaken = true } }

        /// Adds a caller, and returns false if all callers have already left.
        fileprivate func join() -> Bool {
            state.withLock { state in
                guard state.waiting > 0 else { return false }
                state.waiting += 1
                return true
            }
        }

        /// Removes a caller, and returns whether it was the last one.
        fileprivate func leave() -> Bool {
            state.withLock { state in
                state.waiting -= 1
                return state.waiting == 0
            }
        }
    }

    private struct Fetch {
        let ticket: Ticket
        let task: Task<Answer, Never>
    }

    private struct State {
        var fetches: [TrackingId: Fetch] = [:]
        /// The number of saves in progress for each cargo.
        ///
        /// A save counts until its cache entry is updated.
        var saving: [TrackingId: Int] = [:]
        var saves = 0
    }

    private let state = Mutex(State())

    /// The number of saves answered so far.
    var saves: Int { state.withLock { $0.saves } }

    /// Returns whether a save of the cargo is in progress.
    ///
    /// The remote may already have the new state, and the cache may not.
    func isSaving(_ trackingId: TrackingId) -> Bool { state.withLock { $0.saving[trackingId] != nil } }

    /// Records that a save of a cargo begins.
    func beginSave(_ trackingId: TrackingId) { state.withLock { $0.saving[trackingId, default: 0] += 1 } }

    /// Records that a save of a cargo has ended and its entry is updated.
    func endSave(_ trackingId: TrackingId) {
        state.withLock { state in
            guard let count = state.saving[trackingId], count > 1 else { return state.saving[trackingId] = nil }
            state.saving[trackingId] = count - 1
        }
    }

    /// Returns the number of callers waiting for the current call for a cargo.
    func callers(of trackingId: TrackingId) -> Int { state.withLock { $0.fetches[trackingId]?.ticket.callers ?? 0 } }

    /// Joins the call in progress for a cargo, or starts one.
    ///
    /// Cancelling one caller doesn't cancel the call for the others; cancelling the last one does. A cancelled caller still gets the
    /// outcome, because cancellation is not a domain error (REP-8).
    func join(_ trackingId: TrackingId, _ call: @escaping @Sendable (Ticket) async -> Answer) async -> Answer {
        let fetch = state.withLock { state in
            if let fetch = state.fetches[trackingId], fetch.ticket.join() { return fetch }
            let ticket = Ticket()
            let task = Task {
                let answer = await call(ticket)
                self.end(trackingId, ticket)
                return answer
            }
            let fetch = Fetch(ticket: ticket, task: task)
            state.fetches[trackingId] = fetch
            return fetch
        }
        // A call that begins in a cancelled task runs like any other, as in every store (REP-8).
        if Task.isCancelled { return await fetch.task.value }
        return await withTaskCancellationHandler {
            await fetch.task.value
        } onCancel: {
            if fetch.ticket.leave() { fetch.task.cancel() }
        }
    }

    /// Records that the remote has answered a save of a cargo.
    ///
    /// Later callers don't join a call that started before.
    func overtake(_ trackingId: TrackingId) {
        state.withLock { state in
            state.saves += 1
            state.fetches.removeValue(forKey: trackingId)?.ticket.overtake()
        }
    }

    private func end(_ trackingId: TrackingId, _ ticket: Ticket) {
        state.withLock { state in
            if state.fetches[trackingId]?.ticket === ticket { state.fetches[trackingId] = nil }
        }
    }
}
