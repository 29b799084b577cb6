import CargoDomain
import CargoLocalization
import Hummingbird
import NIOCore
import Synchronization

/// Lets callers do in turn what would otherwise occupy every processor: so many at once, and of each key one at a time.
///
/// Keys that wait take turns, so that a caller with many requests delays others by one.
final class Turns<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var free: Int
        var running: Set<Key> = []
        var waiting: [Key: CircularBuffer<CheckedContinuation<Void, Never>>] = [:]
        /// The keys that wait, the next one first.
        var order = CircularBuffer<Key>()
    }

    private enum Place {
        case now, later, never
    }

    private let maximumWaiting: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - maximum: how much is done at once; by default, it leaves one processor free.
    ///   - maximumWaiting: how many requests of a key may wait.
    init(maximum: Int = max(1, System.coreCount - 1), maximumWaiting: Int = 64) {
        self.maximumWaiting = maximumWaiting
        state = Mutex(State(free: maximum))
    }

    /// Does something once it is the key's turn.
    /// - Throws: `rate_limited` if too many requests of the key wait; the error of `work`.
    func run<Value: Sendable>(_ key: Key, _ work: () async throws(Problem) -> Value) async throws(Problem) -> Value {
        guard await enter(key) else {
            throw Problem(.rateLimited, detail: "Too many requests of this caller wait for their turn.", headers: [.retryAfter: "1"])
        }
        defer { leave(key) }
        return try await work()
    }

    /// How many requests of a key wait.
    func waiting(of key: Key) -> Int { state.withLock { $0.waiting[key]?.count ?? 0 } }

    private func enter(_ key: Key) async -> Bool {
        var isAdmitted = true
        await withCheckedContinuation { continuation in
            let place: Place = state.withLock { state in
                if state.free > 0, !state.running.contains(key) {
                    state.free -= 1
                    state.running.insert(key)
                    return .now
                }
                let count = state.waiting[key]?.count ?? 0
                guard count < maximumWaiting else { return .never }
                if count == 0 { state.order.append(key) }
                state.waiting[key, default: []].append(continuation)
                return .later
            }
            isAdmitted = place != .never
            if place != .later { continuation.resume() }
        }
        return isAdmitted
    }

    private func leave(_ key: Key) {
        let next: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.free += 1
            state.running.remove(key)
            var next: [CheckedContinuation<Void, Never>] = []
            while state.free > 0, let place = state.order.firstIndex(where: { !state.running.contains($0) }) {
                // safe: place is an index of the same list
                let key = state.order.remove(at: place)
                guard let continuation = state.waiting[key]?.popFirst() else { continue }
                if state.waiting[key]?.isEmpty == true { state.waiting[key] = nil } else { state.order.append(key) }
                state.free -= 1
                state.running.insert(key)
                next.append(continuation)
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}

extension Turns<CustomerId> {
    /// Reads what no index answers at once, in the turn of the caller's customer; at once for callers who aren't customers.
    /// - Throws: `rate_limited` if too many requests of the customer wait; the error of `read`.
    func run<Value: Sendable>(_ caller: Caller, _ read: () async throws(Problem) -> Value) async throws(Problem) -> Value {
        guard let customer = caller.customer else { return try await read() }
        return try await run(customer, read)
    }
}
