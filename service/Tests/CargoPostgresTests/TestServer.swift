import CargoDomain
import Dispatch
import Foundation
import Synchronization

@testable import CargoPostgres

/// A real PostgreSQL server for the tests that ends with the process that started it (./tool postgres-server).
final class TestServer: Sendable {
    /// One server for the whole suite; each test has its own schema in it.
    static let shared = Result { try TestServer(["fsync=off"]) }

    /// One coordinator with two workers; fails with `NotInstalled` where Citus isn't installed.
    static let citus = Result { try TestServer(["fsync=off", "citus=2"]) }

    /// Options for the shared servers with Citus, which distribute the tables of one store after those of another: a hundred may wait.
    static var citusOptions: PostgresOptions {
        let patience = Duration.seconds(600)
        return PostgresOptions(
            connections: 4,
            poolTimeout: patience,
            callTimeout: patience,
            lockTimeout: patience,
            distribution: .citus
        )
    }

    /// Whether the tests on Citus can run; they are left out where it isn't installed.
    static var hasCitus: Bool { !(citus.failure is NotInstalled) }

    /// What stores are tested over: tables on one server, and distributed ones where Citus is installed.
    static var distributions: [PostgresDistribution?] { hasCitus ? [nil, .citus] : [nil] }

    let directory: String
    private let supervisor: Mutex<Process>
    private let (input, output) = (Pipe(), Pipe())
    private let lines = DispatchQueue(label: "test-server")

    init(_ settings: [String] = []) throws {
        directory = "/tmp/cargo-pg-\(UUID().uuidString.prefix(8))"
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let process = Process()
        process.executableURL = root.appendingPathComponent("tool")
        process.arguments = ["postgres-server", directory] + settings
        process.standardInput = input
        process.standardOutput = output
        // A program that is started later must not keep the server's input open.
        for end in [input.fileHandleForWriting, output.fileHandleForReading] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        try process.run()
        supervisor = Mutex(process)
        let said = answer()
        if said == "absent\n" { throw NotInstalled() }
        guard said.hasPrefix("ready ") else { throw NotStarted() }
    }

    deinit {
        // When its input ends, the tool stops the server and cleans up.
        do { try input.fileHandleForWriting.close() } catch { supervisor.withLock { $0.terminate() } }
    }

    /// The tool's next line, with its newline; what there is of it if the tool ends.
    private func answer() -> String {
        var line: [UInt8] = []
        // Byte by byte, because a read may return half a line, or more than one.
        while line.last != UInt8(ascii: "\n"), let byte = output.fileHandleForReading.readData(ofLength: 1).first { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Sends the tool a command for the server: stop, crash, kill, start, promote, fill, free.
    func control(_ command: String) async throws {
        let said = await withCheckedContinuation { continuation in
            lines.async { [self] in
                input.fileHandleForWriting.write(Data("\(command)\n".utf8))
                continuation.resume(returning: answer())
            }
        }
        guard said == "done\n" else { throw NotDone(command: command) }
    }

    struct NotDone: Error { let command: String }
    struct NotStarted: Error {}
    struct NotInstalled: Error {}

    var url: String { "postgresql://postgres@/postgres?host=\(directory)" }

    /// A schema name that no other test uses.
    static func newSchema() -> String { "test_\(UUID().uuidString.split(separator: "-").joined())".lowercased() }

    /// A connection of another program.
    func stranger() throws -> Stranger { Stranger(PostgresConnection(try PostgresServer(url))) }
}

/// Another program that uses the same database; its statements time out after a minute.
struct Stranger: Sendable {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The first column of a statement's result.
    @discardableResult
    func run(_ sql: String) async throws -> [String] {
        try await connection.perform { connection in
            Result { () throws(PostgresFailure) in
                try connection.openOnce()
                let rows = try connection.run(sql, until: .now + .seconds(60))
                return (0..<rows.count).map { rows.text($0, 0) }
            }
        }.get()
    }

    /// Runs statements without reading results.
    func script(_ sql: String) async throws {
        try await connection.perform { connection in
            Result { () throws(PostgresFailure) in
                try connection.openOnce()
                try connection.script(sql, until: .now + .seconds(60))
            }
        }.get()
    }

    /// Repeats a query until its result is as expected, for at most two minutes; the server pauses between two attempts.
    func wait(until sql: String, is expected: (String) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try await !expected(run(sql).first ?? "") {
            guard .now < deadline else { throw NeverCame(sql: sql) }
            try await run("SELECT pg_sleep(0.005)")
        }
    }

    struct NeverCame: Error { let sql: String }
}

extension PostgresConnection {
    /// Opens the connection unless it is already open.
    fileprivate func openOnce() throws(PostgresFailure) {
        if handle == nil { try open() }
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
