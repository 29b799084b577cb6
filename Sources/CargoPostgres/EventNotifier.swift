#if Postgres
import Dispatch
import Synchronization

/// Wakes those who read events, in this process and in others: at most one `NOTIFY` in 50 ms, on a connection of its own.
///
/// Not in the saves' own transactions: PostgreSQL takes one lock for all of them that notify. One that gets lost only delays, until readers
/// look by themselves.
final class EventNotifier: Sendable {
    private enum State {
        case idle, sending, askedAgain, closed
    }

    let connection: PostgresConnection
    private let channel: String
    private let state = Mutex(State.idle)

    /// Connects when there is something to tell.
    init(_ server: PostgresServer, channel: String) {
        connection = PostgresConnection(server)
        self.channel = channel
    }

    /// Says that there are new events, soon.
    func tell() {
        let isFirst = state.withLock { state in
            switch state {
            case .idle:
                state = .sending
                return true
            case .sending, .askedAgain:
                state = .askedAgain
                return false
            case .closed: return false
            }
        }
        if isFirst { send() }
    }

    private func send() {
        Task.detached { [self] in
            await connection.perform { self.notify(on: $0) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { self.goOn() }
        }
    }

    /// Notifies on the connection's queue; does nothing after `close`, whose own turn on the queue may already have passed.
    func notify(on connection: PostgresConnection) {
        guard state.withLock({ $0 != .closed }) else { return }
        do throws(PostgresFailure) {
            try connection.open()
            _ = try connection.run("SELECT pg_notify($1, '')", [.text(channel)], until: .now + .seconds(5))
        } catch {
            // Readers will look by themselves.
            connection.drop()
        }
    }

    private func goOn() {
        let hasMore = state.withLock { state in
            switch state {
            case .askedAgain:
                state = .sending
                return true
            case .sending, .idle:
                state = .idle
                return false
            case .closed: return false
            }
        }
        if hasMore { send() }
    }

    /// Disconnects; nothing is told any more.
    func close() async {
        state.withLock { $0 = .closed }
        await connection.perform { $0.drop() }
    }
}
#endif
