#if SQLite
import CargoDomain
import CargoInfrastructure
import GRDB

/// Removing what has ended (REP-9 to REP-11).
///
/// Each transaction is short, so that saves go on meanwhile. Only the last step of `rewrite` keeps them waiting.
extension SQLiteRecordStore {
    /// The number of domain events that one transaction deletes.
    private static var batch: Int { 100 }

    /// Removes an id if the stored version is the expected one.
    /// - Returns: whether it was removed.
    static func remove(_ write: RecordWrite, _ database: Database) throws -> Bool {
        let (kind, expected) = (write.kind, write.expectedVersion)
        guard kind.remembersRemoved else {
            try database.run("DELETE FROM \(kind.table) WHERE id = ?1 AND (\(kind.versionQuery)) = ?2", [write.id, expected])
            if database.changesCount > 0 { return true }
            // An id that isn't there needn't be removed.
            return try expected == 0 && version(kind, write.id, database) == 0
        }
        let document = String(decoding: write.document, as: UTF8.self)
        let arguments: StatementArguments = [write.id, expected + 1, write.schema, document, expected]
        try database.run("UPDATE removed_cargo SET version = ?2, schema = ?3, document = ?4 WHERE id = ?1 AND version = ?5", arguments)
        if database.changesCount == 1 { return true }
        // A trigger deletes the cargo.
        try database.run(
            "INSERT INTO removed_cargo (id, version, schema, document) SELECT ?1, ?2, ?3, ?4 WHERE (\(kind.versionQuery)) = ?5",
            arguments
        )
        return database.changesCount == 1
    }

    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await read { database in
            try database.all("SELECT id FROM removed_cargo WHERE id > ? ORDER BY id LIMIT ?", [id ?? "", limit]) { $0[0] }
        }
    }

    // MARK: Trimming

    func firstSequence() async throws(DomainError) -> Int64 {
        try await read { database in try database.first("SELECT first FROM outbox", [])?[0] ?? 1 }
    }

    /// Says first where the outbox begins from now on, and then deletes the events before, also those that an interrupted run left.
    func trim(eventsUpTo sequence: Int64) async throws(DomainError) {
        let first = try Version.next(after: sequence)
        try await write { database in try database.run("UPDATE outbox SET first = ?1 WHERE first < ?1", [first]) }
        while try await hasDeletedBatch() {}
    }

    /// Deletes some of the domain events before the first one, then leaves the database to other programs for a while.
    ///
    /// SQLite's writers don't queue: a waiting program tries again after 1 to 100 ms. So the database is free most of the time.
    /// - Returns: whether there may be more.
    private func hasDeletedBatch() async throws(DomainError) -> Bool {
        let start = ContinuousClock.now
        let deleted = try await write { database in
            try database.run(
                """
                DELETE FROM domain_event WHERE sequence IN
                (SELECT sequence FROM domain_event WHERE sequence < (SELECT first FROM outbox) ORDER BY sequence LIMIT ?)
                """,
                [Self.batch]
            )
            return database.changesCount
        }
        guard deleted == Self.batch else { return false }
        await pause(for: min(start.duration(to: .now) * 4, .milliseconds(100)))
        return true
    }

    /// Waits, whether or not the task was cancelled.
    private func pause(for duration: Duration) async {
        _ = await Task { try await Task.sleep(for: duration) }.result
    }

    // MARK: Rewriting

    /// Replaces handling and domain events, cargo by cargo, then writes the database anew.
    ///
    /// What was freed before still has its old bytes, in the database and in the write-ahead log. `VACUUM` leaves no freed room, and keeps saves
    /// waiting as long as it takes to copy the database. The checkpoint empties the log.
    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int {
        var count = 0
        for id in rewriting.cargos.sorted() { count += try await rewrite(id, rewriting) }
        let result = await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                continuation.resume(
                    returning: Result {
                        try database.execute(sql: "VACUUM")
                        try database.checkpoint(.truncate)
                    }
                )
            }
        }
        _ = try result.mapError(SQLiteFailure.domainError).get()
        return count
    }

    /// Replaces the handling and the domain events of a cargo.
    /// - Returns: how many records and events were replaced.
    private func rewrite(_ id: String, _ rewriting: RecordRewriting) async throws(DomainError) -> Int {
        let (handling, events) = try await read { database in
            (
                try database.all("SELECT version, document, schema FROM handling_event WHERE id = ?", [id]) { row in
                    Replacement(row, old: try Self.bytes(row, 1)) { rewriting.document(.handling, row[2], $0) }
                }.compactMap(\.self),
                // The ids of a cargo's events begin with "Cargo:", its id and a colon, which the semicolon follows.
                try database.all(
                    "SELECT sequence, document FROM domain_event WHERE event_id > 'Cargo:' || ?1 || ':' AND event_id < 'Cargo:' || ?1 || ';'",
                    [id]
                ) { row in Replacement(row, old: try Self.bytes(row, 1), rewriting.event) }.compactMap(\.self)
            )
        }
        guard !handling.isEmpty || !events.isEmpty else { return 0 }
        return try await write { database in
            var count = 0
            try database.run("INSERT INTO rewriting (id) VALUES (?)", [id])
            // A row that is another one by now, or gone, stays as it is.
            for one in handling {
                let arguments: StatementArguments = [one.new, id, one.place, one.old]
                try database.run("UPDATE handling_event SET document = ? WHERE id = ? AND version = ? AND document = ?", arguments)
                count += database.changesCount
            }
            for one in events {
                try database.run("UPDATE domain_event SET document = ? WHERE sequence = ? AND document = ?", [one.new, one.place, one.old])
                count += database.changesCount
            }
            try database.run("DELETE FROM rewriting", [])
            return count
        }
    }

    // MARK: Writing

    private func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(DomainError) -> Value {
        let result = await withCheckedContinuation { continuation in
            pool.asyncWrite(body) { _, result in continuation.resume(returning: result) }
        }
        return try result.mapError(SQLiteFailure.domainError).get()
    }
}

/// A document that replaces another one.
private struct Replacement {
    /// The version or the sequence number of the row.
    let place: Int64
    let (old, new): (String, String)

    /// Creates one from a row that begins with its place; nil if the document stays as it is.
    init?(_ row: Row, old: [UInt8], _ replacement: ([UInt8]) -> [UInt8]?) {
        guard let new = replacement(old) else { return nil }
        place = row[0]
        self.old = String(decoding: old, as: UTF8.self)
        self.new = String(decoding: new, as: UTF8.self)
    }
}
#endif
