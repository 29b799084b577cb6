#if Postgres
import CargoDomain
import Foundation
import Synchronization

@testable import CargoPostgres

/// A real PostgreSQL of the tests' own, gone with the process that started it (scripts/postgres-server).
final class TestServer: Sendable {
    /// One for the suite; each test has a schema of its own in it.
    static let shared = Result { try TestServer(["fsync=off"]) }

    let directory: String
    private let bin: String
    private let supervisor: Mutex<Process>
    private let input: Pipe

    init(_ settings: [String] = []) throws {
        directory = "/tmp/cargo-pg-\(UUID().uuidString.prefix(8))"
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = root.appendingPathComponent("scripts/postgres-server")
        process.arguments = [directory] + settings
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("ready ") else { throw NotStarted() }
        bin = line.dropFirst(6).trimmingCharacters(in: .whitespacesAndNewlines)
        self.input = input
        supervisor = Mutex(process)
    }

    deinit {
        supervisor.withLock { process in
            do { try input.fileHandleForWriting.close() } catch { process.terminate() }
            process.waitUntilExit()
        }
    }

    struct NotStarted: Error {}

    var url: String { "postgresql://postgres@/postgres?host=\(directory)" }

    /// A schema that nobody else has.
    static func newSchema() -> String { "test_\(UUID().uuidString.split(separator: "-").joined())".lowercased() }

    /// Stops the server as a crash would, or brings it back.
    func control(_ arguments: String...) throws {
        let process = Process()
        let isRoot = getuid() == 0
        process.executableURL = URL(fileURLWithPath: isRoot ? "/usr/bin/setpriv" : bin + "/pg_ctl")
        let prefix = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups", bin + "/pg_ctl"] : []
        process.arguments = prefix + arguments + ["-w", "-D", directory + "/data", "-l", directory + "/server.log"]
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NotStarted() }
    }

    /// A connection of somebody else's.
    func stranger() throws -> Stranger { Stranger(PostgresConnection(try PostgresServer(url))) }
}

/// Another program with the same database open; every statement ends after ten seconds.
struct Stranger: Sendable {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The first column of what a statement gives back.
    @discardableResult
    func run(_ sql: String) async throws -> [String] {
        try await connection.perform { connection in
            Result { () throws(PostgresFailure) in
                try connection.openOnce()
                let rows = try connection.run(sql, until: .now + .seconds(10))
                return (0..<rows.count).map { rows.text($0, 0) }
            }
        }.get()
    }
}

extension PostgresConnection {
    /// Opens unless it is open, in a transaction or not.
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
#endif
