#if SQLite
import CargoDomain
import GRDB
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SQLiteRecordStore {
    /// Opens a database and migrates its tables to the current version.
    @concurrent
    static func open(_ path: String, lockTimeout: Duration) async throws(DomainError) -> SQLiteRecordStore {
        var configuration = Configuration()
        configuration.label = "cargo"
        configuration.busyMode = .timeout(Double(lockTimeout.timeLimit) / 1000)
        // On Apple platforms fsync leaves data in the drive's cache; F_FULLFSYNC doesn't. Elsewhere both pragmas do nothing.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON") }
        makeFile(path)
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB's WAL setup uses NORMAL, which doesn't sync every commit. All saves go through this one connection.
            try await pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try migrate(database, path)
            }
            return SQLiteRecordStore(pool: pool)
        } catch {
            throw SQLiteFailure.domainError(error)
        }
    }

    /// Runs the missing migration steps in one transaction.
    ///
    /// If several programs start at once, its lock lets only one of them run the steps.
    private static func migrate(_ database: Database, _ path: String) throws {
        let newest = SQLiteSchema.steps.count
        if try number("user_version", database) == newest, try number("application_id", database) == SQLiteSchema.applicationId { return }
        try database.inTransaction(.immediate) {
            let version = try number("user_version", database)
            let isOurs = try number("application_id", database) == SQLiteSchema.applicationId
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard isOurs || isEmpty else { throw SQLiteFailure.foreign(path) }
            guard version <= newest else { throw SQLiteFailure.newer(path, version: version) }
            for step in SQLiteSchema.steps[version...] { try database.execute(sql: step) }
            try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = \(newest)")
            return .commit
        }
    }

    private static func number(_ pragma: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0
    }

    /// Waits for running operations and closes the connections.
    @concurrent
    func close() async {
        await withCheckedContinuation { continuation in
            pool.asyncBarrierWriteWithoutTransaction { _ in continuation.resume() }
        }
        do {
            try pool.close()
        } catch {
            // A reader that is still running keeps its connection, which closes with the pool.
        }
    }
}

/// Held while the file is created: closing it releases all locks that the process holds on it, so no database may have it open yet.
private let making = Mutex(())

/// Creates the database file if it doesn't exist, because SQLite would create one that everyone can read.
///
/// Its user can read and write it, and its group can as far as the directory lets them. SQLite's other files get the same permissions.
/// A failure is left to SQLite, which reports it when it opens the file.
private func makeFile(_ path: String) {
    guard !path.isEmpty, !path.hasPrefix(":"), !path.hasPrefix("file:") else { return }
    var status = stat()
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { String(path[...$0]) } ?? "."
    let group = stat(directory, &status) == 0 ? status.st_mode & 0o060 : 0
    making.withLock { _ in
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 | group)
        if file >= 0 { close(file) }
    }
}
#endif
