#if Postgres
import CargoDomain
import Dispatch
import Synchronization

/// A bounded pool of connections.
///
/// Each is lent to one caller at a time, in order of request.
///
/// A connection is opened on first use, and reopened after it breaks.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [PostgresConnection]
        var waiting: [(ticket: Int, continuation: CheckedContinuation<PostgresConnection?, Never>)] = []
        var nextTicket = 0
        var isClosed = false
        /// The callers of `close`, until all connections are back.
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    let server: PostgresServer
    let size: Int
    private let poolTimeout: Int
    private let state: Mutex<State>

    /// Creates a pool without opening a connection.
    init(_ server: PostgresServer, size: Int, poolTimeout: Int) {
        self.server = server
        self.size = max(size, 1)
        self.poolTimeout = poolTimeout
        state = Mutex(State(idle: (0..<max(size, 1)).map { _ in PostgresConnection(server) }))
    }

    /// Lends a connection to work that may block.
    ///
    /// The work runs on the connection's queue.
    /// - Throws: `store_unavailable` if no connection becomes free within the time limit, or if the pool is closed.
    func lend<Value: Sendable>(_ work: @escaping @Sendable (PostgresConnection) -> Value) async throws(DomainError) -> Value {
        guard let connection = await take() else {
            let isClosed = state.withLock { $0.isClosed }
            throw .technical(
                .storeUnavailable,
                cause: isClosed ? "the store is closed" : "the pool is exhausted: all \(size) connections in use for \(poolTimeout) ms"
            )
        }
        let value = await connection.perform(work)
        giveBack(connection)
        return value
    }

    /// Fails all waiting callers, waits for connections in use, and disconnects.
    func close() async {
        let (waiting, idle) = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return (state.waiting, state.idle)
        }
        for waiter in waiting { waiter.continuation.resume(returning: nil) }
        for connection in idle { await connection.perform { $0.drop() } }
        await withCheckedContinuation { continuation in
            let areBack = state.withLock { state in
                if state.idle.count < size { state.closing.append(continuation) }
                return state.idle.count == size
            }
            if areBack { continuation.resume() }
        }
        for connection in state.withLock(\.idle) { await connection.perform { $0.drop() } }
    }

    private func take() async -> PostgresConnection? {
        await withCheckedContinuation { continuation in
            enum Answer {
                case now(PostgresConnection?)
                case later(ticket: Int)
            }
            let answer: Answer = state.withLock { state in
                if state.isClosed { return .now(nil) }
                if let connection = state.idle.popLast() { return .now(connection) }
                state.nextTicket += 1
                state.waiting.append((state.nextTicket, continuation))
                return .later(ticket: state.nextTicket)
            }
            switch answer {
            case .now(let connection): continuation.resume(returning: connection)
            case .later(let ticket):
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(poolTimeout)) { [weak self] in self?.giveUp(ticket) }
            }
        }
    }

    private func giveUp(_ ticket: Int) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
    }

    private func giveBack(_ connection: PostgresConnection) {
        let (next, closing) = state.withLock { state in
            if !state.waiting.isEmpty { return (Optional(state.waiting.removeFirst()), [CheckedContinuation<Void, Never>]()) }
            state.idle.append(connection)
            guard state.isClosed, state.idle.count == size else { return (nil, []) }
            defer { state.closing = [] }
            return (nil, state.closing)
        }
        next?.continuation.resume(returning: connection)
        for continuation in closing { continuation.resume() }
    }
}
#endif
