import NIOCore
import Synchronization

/// Counts the open connections, per address and altogether, and makes room for new ones at the limit.
///
/// At the limit for an address, a new connection is rejected. At the limit for all connections, a new connection replaces the one that has
/// waited longest for its client: for a request, for the rest of a request, or for a response to be read. If the service is working on a
/// request of every connection, the new one is rejected.
final class ConnectionCounter: Sendable {
    /// The number of a connection's wait for its client; later waits have greater numbers.
    typealias Wait = Int

    /// The most connections that the system may hold at a limit, including replaced ones that are still closing.
    static func held(at limit: Int) -> Int { limit + limit / 16 + 1 }

    private struct State {
        var counts: [AddressPrefix: Int] = [:]
        var open = 0
        var lastWait: Wait = 0
        var waiting: [Wait: any Channel] = [:]
        /// The waits in order, including some that have ended.
        var order = CircularBuffer<Wait>()

        mutating func longestWaiting() -> (any Channel)? {
            while let wait = order.popFirst() {
                if let channel = waiting.removeValue(forKey: wait) { return channel }
            }
            return nil
        }
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the maximum number of open connections.
    ///   - maximumPerAddress: the maximum number of open connections per address; 0 for no limit.
    init(maximum: Int, maximumPerAddress: Int) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
    }

    /// Counts a new connection, and closes another one if there are too many altogether.
    ///
    /// Returns false, and counts nothing, if the connection has to be rejected.
    func open(_ address: AddressPrefix) -> Bool {
        let (isAdmitted, replaced) = state.withLock { state -> (Bool, (any Channel)?) in
            let count = state.counts[address] ?? 0
            guard maximumPerAddress == 0 || count < maximumPerAddress else { return (false, nil) }
            var replaced: (any Channel)?
            if state.open >= maximum {
                replaced = state.longestWaiting()
                guard replaced != nil else { return (false, nil) }
            }
            state.counts[address] = count + 1
            state.open += 1
            return (true, replaced)
        }
        replaced?.close(promise: nil)
        return isAdmitted
    }

    /// Removes a connection that `open` counted.
    func close(_ address: AddressPrefix) {
        state.withLock { state in
            state.open -= 1
            guard let count = state.counts[address], count > 1 else {
                state.counts[address] = nil
                return
            }
            state.counts[address] = count - 1
        }
    }

    /// Notes that a connection waits for its client from now on, so that a new connection may replace it.
    func beginWait(_ channel: any Channel) -> Wait {
        state.withLock { state in
            state.lastWait += 1
            state.waiting[state.lastWait] = channel
            state.order.append(state.lastWait)
            // Most waits end before their turn comes.
            if state.order.count > 2 * state.waiting.count + 1024 {
                state.order = CircularBuffer(state.order.filter { state.waiting[$0] != nil })
            }
            return state.lastWait
        }
    }

    /// Notes that a wait has ended.
    func endWait(_ wait: Wait) { state.withLock { $0.waiting[wait] = nil } }
}
