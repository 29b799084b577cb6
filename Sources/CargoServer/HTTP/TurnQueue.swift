#if Server
import Synchronization

/// Lets one caller at a time do work that would otherwise occupy every processor, in order of arrival.
final class TurnQueue: Sendable {
    private struct State {
        var isTaken = false
        var waiting = [CheckedContinuation<Void, Never>]()
    }

    private let state = Mutex(State())

    /// Waits for the caller's turn, which lasts until it calls `leave`.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes the turn to the next caller.
    func leave() {
        let next = state.withLock { state in
            // safe: it isn't empty.
            let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            state.isTaken = next != nil
            return next
        }
        next?.resume()
    }
}
#endif
