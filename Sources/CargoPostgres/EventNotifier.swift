#if Postgres
import Dispatch
import Synchronization

/// Wakes the readers of events, in this process and others, with at most one `NOTIFY` per 50 ms, on a separate connection.
///
/// It doesn't notify in the saves' own transactions, because PostgreSQL serializes all transactions that notify. A lost notification only
/// delays readers until they next poll.
final class EventNotifier: Sendable {
    private enum State {
        case idle, sending, askedAgain, closed
    }

    let connection: PostgresConnection
    private let channel: String
    private let state = Mutex(State.idle)

    /// Creates a notifier.
    ///
    /// It connects on the first notification.
    init(_ server: PostgresServer, channel: String) {
        connection = PostgresConnection(server)
        self.channel = channel
    }

    /// Announces new events; the notification follows soon.
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

    /// Sends a notification on the connection's queue.
    ///
    /// Does nothing after `close`, because its disconnect may already have run on the queue.
    func notify(on connection: PostgresConnection) {
        guard state.withLock({ $0 != .closed }) else { return }
        do throws(PostgresFailure) {
            try connection.open()
            _ = try connection.run("SELECT pg_notify($1, '')", [.text(channel)], until: .now + .seconds(5))
        } catch {
            // Readers poll anyway.
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

    /// Disconnects.
    ///
    /// No more notifications are sent.
    func close() async {
        state.withLock { $0 = .closed }
        await connection.perform { $0.drop() }
    }
}
#endif
