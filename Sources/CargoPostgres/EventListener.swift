#if Postgres
import Synchronization

/// Hears of new events on a connection and a queue of its own, until it is stopped.
final class EventListener: Sendable {
    private let isStopped = Mutex(false)

    /// Begins to listen; connects again where the connection is lost.
    /// - Parameter wake: called whenever there may be new events, and once for each new connection.
    init(_ server: PostgresServer, channel: String, wake: @escaping @Sendable () -> Void) {
        let connection = PostgresConnection(server)
        Task.detached { [weak self] in
            while let self, !self.isOver {
                // A second at a time, so that whoever stops is heard.
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

    /// Stops within a second.
    func stop() { isStopped.withLock { $0 = true } }
}
#endif
