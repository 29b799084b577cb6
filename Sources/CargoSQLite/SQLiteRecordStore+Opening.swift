#if SQLite
import CargoDomain
import GRDB

extension SQLiteRecordStore {
    /// Opens a database and brings its tables up to date.
    static func open(_ path: String, lockTimeLimit: Int) async throws(DomainError) -> SQLiteRecordStore {
        var configuration = Configuration()
        configuration.label = "cargo"
        configuration.busyMode = .timeout(Double(lockTimeLimit) / 1000)
        // On Apple's systems fsync leaves data in the drive's cache; F_FULLFSYNC does not. Elsewhere both pragmas do nothing.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON") }
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Setting up WAL, GRDB says NORMAL, which does not sync at each commit. All saves go through this one connection.
            try await pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try migrate(database, path)
            }
            return SQLiteRecordStore(pool: pool)
        } catch {
            throw SQLiteFailure.domainError(error)
        }
    }

    /// Takes the steps that the database has not taken, under the lock of one transaction: of many programs that start at once, one does.
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

    /// Waits for what is under way and closes the connections.
    func close() async {
        await withCheckedContinuation { continuation in
            pool.asyncBarrierWriteWithoutTransaction { _ in continuation.resume() }
        }
        do {
            try pool.close()
        } catch {
            // A reader that is still at work keeps its connection; it closes with the pool.
        }
    }
}
#endif
