#if Postgres
import Synchronization

/// Listens for new events on a connection and queue that it doesn't share, until it is stopped.
final class EventListener: Sendable {
    private let isStopped = Mutex(false)

    /// Starts listening.
    ///
    /// Reconnects if the connection is lost.
    /// - Parameter wake: called whenever there may be new events, and once after each connect.
    init(_ server: PostgresServer, channel: String, wake: @escaping @Sendable () -> Void) {
        let connection = PostgresConnection(server)
        Task.detached { [weak self] in
            while let self, !self.isOver {
                // Wait at most a second at a time, so that `stop` takes effect.
                await connection.perform { connection in
                    do throws(PostgresFailure) {
                        if !connection.isOpen {
                            try connection.open()
                            try connection.script("LISTEN \"\(channel)\"", until: .now + .seconds(5))
                            wake()
                        }
                        if try connection.hears(until: .now + .seconds(1)) { wake() }
                    } catch {
                        connection.drop()
                        Pause.wait(milliseconds: 1000)
                    }
                }
            }
            await connection.perform { $0.drop() }
        }
    }

    private var isOver: Bool { isStopped.withLock(\.self) }

    /// Stops listening within a second.
    func stop() { isStopped.withLock { $0 = true } }
}
#endif
