#if Postgres
import CLibPQ
import Dispatch

/// A connection to PostgreSQL, with a queue for its blocking calls so that they never block a cooperative thread.
///
/// `@unchecked Sendable`: `perform` is the only entry point, and all mutable state is used only on its serial queue.
final class PostgresConnection: @unchecked Sendable {
    typealias Deadline = ContinuousClock.Instant

    let server: PostgresServer
    private let queue = DispatchQueue(label: "cargo.postgres")
    private(set) var handle: OpaquePointer?
    /// The names of prepared statements, by SQL text.
    private var prepared: [String: String] = [:]
    /// Whether the server has stopped waiting for a synchronous standby since the last statement was sent.
    private var hasGivenUpStandby = false

    init(_ server: PostgresServer) { self.server = server }

    deinit { PQfinish(handle) }

    /// Runs work that may block, one call after another.
    ///
    /// Task cancellation has no effect.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (PostgresConnection) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self)) }
        }
    }

    // MARK: On the queue

    /// Connects if there is no connection or it is broken.
    func open() throws(PostgresFailure) {
        if let handle, PQstatus(handle) == CONNECTION_OK, PQtransactionStatus(handle) == PQTRANS_IDLE { return }
        drop()
        // The connection string overrides parameters before dbname, but not those after it.
        let settings = [
            ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("fallback_application_name", "cargo-kit"), ("dbname", server.url),
            ("client_encoding", "UTF8"),
        ]
        let opened = PostgresValue.withCStrings(settings.map { .text($0.0) }) { keywords in
            PostgresValue.withCStrings(settings.map { .text($0.1) }) { values in
                PQconnectdbParams(keywords + [nil], values + [nil], 1)
            }
        }
        guard let opened, PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw PostgresFailure("08001", server.redacted(opened.map { String(cString: PQerrorMessage($0)) } ?? "no memory"))
        }
        handle = opened
        PQsetnonblocking(opened, 1)
        PQsetNoticeReceiver(opened, Self.receive, Unmanaged.passUnretained(self).toOpaque())
        do throws(PostgresFailure) {
            // Acknowledged saves must be on disk (REP-4), whatever the server's default for other clients.
            _ = try run(
                """
                SELECT set_config('lock_timeout', $1, false), set_config('default_transaction_isolation', 'read committed', false),
                CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
                """,
                [.integer(Int64(server.lockTimeout))],
                until: .now + .seconds(5)
            )
        } catch {
            drop()
            throw error
        }
    }

    /// Closes the connection.
    ///
    /// The next `open` makes a new one.
    func drop() {
        PQfinish(handle)
        handle = nil
        prepared = [:]
    }

    /// Runs one statement.
    ///
    /// It is prepared once per connection, unless preparing is turned off.
    /// - Throws: the server's error. A statement that isn't finished by the deadline is cancelled.
    func run(_ sql: String, _ values: [PostgresValue] = [], until deadline: Deadline) throws(PostgresFailure) -> PostgresRows {
        guard server.preparesStatements else {
            return try answer(until: deadline) { handle in
                PostgresValue.withCStrings(values) { PQsendQueryParams(handle, sql, Int32($0.count), nil, $0, nil, nil, 0) }
            }
        }
        let name: String
        if let known = prepared[sql] {
            name = known
        } else {
            name = "cargo_\(prepared.count)"
            _ = try answer(until: deadline) { PQsendPrepare($0, name, sql, Int32(values.count), nil) }
            prepared[sql] = name
        }
        return try answer(until: deadline) { handle in
            PostgresValue.withCStrings(values) { PQsendQueryPrepared(handle, name, Int32($0.count), $0, nil, nil, 0) }
        }
    }

    /// Runs statements without parameters, in one transaction unless they contain transaction commands.
    /// - Returns: what the last one returned.
    @discardableResult
    func script(_ sql: String, until deadline: Deadline) throws(PostgresFailure) -> PostgresRows {
        try answer(until: deadline) { PQsendQuery($0, sql) }
    }

    /// Rolls back the open transaction, if there is one.
    func rollBack(until deadline: Deadline) {
        guard let handle, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        do throws(PostgresFailure) { try script("ROLLBACK", until: deadline) } catch { drop() }
    }

    var isOpen: Bool { handle != nil }

    /// The socket of the open connection, or -1.
    var socket: Int32 { PQsocket(handle) }

    /// Waits for a notification.
    ///
    /// Returns false if none arrives by the deadline.
    func hears(until deadline: Deadline) throws(PostgresFailure) -> Bool {
        guard let handle else { throw PostgresFailure("08003", "there is no connection") }
        var hasHeard = false
        if case .ready = SocketPoll.wait(socket, until: deadline), PQconsumeInput(handle) == 0 { throw lost() }
        while let notification = PQnotifies(handle) {
            PQfreemem(notification)
            hasHeard = true
        }
        return hasHeard
    }

    /// Sends a request and waits for its result.
    private func answer(until deadline: Deadline, _ send: (OpaquePointer) -> Int32) throws(PostgresFailure) -> PostgresRows {
        guard let handle else { throw PostgresFailure("08003", "there is no connection") }
        hasGivenUpStandby = false
        guard send(handle) == 1 else { throw lost() }
        var rows: PostgresRows?
        var failure: PostgresFailure?
        var patience = Patience(deadline: deadline)
        while true {
            try wait(handle, &patience)
            guard let result = PQgetResult(handle) else { break }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                rows = PostgresRows(result)
            default:
                defer { PQclear(result) }
                let state = Self.field("C", of: result) ?? "08006"
                let text = server.redacted(String(cString: PQresultErrorMessage(result)))
                failure =
                    failure ?? PostgresFailure(state, text, isOpen: server.distribution != nil && PostgresFailure.leavesOpen(state, text))
            }
        }
        if PQstatus(handle) != CONNECTION_OK {
            drop()
            throw PostgresFailure(failure?.state ?? "08006", failure?.text ?? "the connection is gone", isOpen: true)
        }
        // The cancellation may still be in transit and would cancel the next statement on this connection.
        if patience.hasCancelled { drop() }
        if let failure { throw failure }
        // If the server stopped waiting for the standby, the commit may exist only on this server: that isn't an acknowledgement.
        if hasGivenUpStandby { throw PostgresFailure("08007", "the server stopped waiting for its synchronous standby", isOpen: true) }
        guard let rows else { throw PostgresFailure("08P01", "the server sent no result", isOpen: true) }
        return rows
    }

    /// Records that the server has stopped waiting for a standby.
    ///
    /// All other notices and warnings say nothing about the statement's outcome.
    private static let receive: PQnoticeReceiver = { context, notice in
        guard let context, field("V", of: notice) == "WARNING", field("R", of: notice) == "SyncRepWaitForLSN" else { return }
        Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().hasGivenUpStandby = true
    }

    /// Returns a field of a notice or an error by its letter in the protocol.
    private static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String? {
        PQresultErrorField(result, Int32(UInt8(ascii: letter))).map { String(cString: $0) }
    }

    private struct Patience {
        var deadline: Deadline
        var hasCancelled = false
    }

    /// Waits until a result can be read without blocking.
    ///
    /// At the deadline it cancels the statement; two seconds later it drops the connection.
    private func wait(_ handle: OpaquePointer, _ patience: inout Patience) throws(PostgresFailure) {
        while true {
            let unsent = PQflush(handle)
            if unsent < 0 { throw lost() }
            if unsent == 0, PQisBusy(handle) == 0 { return }
            switch SocketPoll.wait(socket, toWrite: unsent > 0, until: patience.deadline) {
            case .ready:
                if PQconsumeInput(handle) == 0, PQisBusy(handle) != 0 { throw lost() }
            case .timedOut where patience.hasCancelled:
                drop()
                throw PostgresFailure("57014", "the time limit passed, and the server did not confirm the cancellation", isOpen: true)
            case .timedOut:
                cancel(handle)
                patience = Patience(deadline: .now + .seconds(2), hasCancelled: true)
            }
        }
    }

    /// Asks the server to cancel the running statement.
    ///
    /// This needs a connection of its own and may block, so it runs on another thread.
    ///
    /// A new queue gets a thread immediately. The threads of the global queues may all be waiting for servers.
    private func cancel(_ handle: OpaquePointer) {
        nonisolated(unsafe) let token = PQgetCancel(handle)
        DispatchQueue(label: "cargo-postgres-cancel").async {
            var text = [CChar](repeating: 0, count: 256)
            PQcancel(token, &text, 256)
            PQfreeCancel(token)
        }
    }

    private func lost() -> PostgresFailure {
        let text = handle.map { server.redacted(String(cString: PQerrorMessage($0))) } ?? ""
        drop()
        return PostgresFailure("08006", text, isOpen: true)
    }
}
#endif
