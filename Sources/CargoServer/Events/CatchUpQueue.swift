#if Server
import Synchronization

/// Lets one event stream at a time read the outbox for itself, in the order in which they ask.
///
/// Hundreds of streams that start far back would otherwise decode the whole outbox on every thread there is.
final class CatchUpQueue: Sendable {
    private struct State {
        var isTaken = false
        var waiting = [CheckedContinuation<Void, Never>]()
    }

    private let state = Mutex(State())

    /// Waits for its turn, which lasts until `leave` is called.
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

    /// Gives the turn to the next.
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
