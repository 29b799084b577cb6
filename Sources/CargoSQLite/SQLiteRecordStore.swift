#if SQLite
import CargoDomain
import CargoInfrastructure
import Foundation
import GRDB

/// A record store in the tables of `SQLiteSchema`.
///
/// The work runs on GRDB's queues, so it never blocks a cooperative thread. Cancelling a task doesn't cancel its save.
struct SQLiteRecordStore: RecordStore {
    let pool: DatabasePool

    // MARK: Writing

    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                continuation.resume(returning: Self.commit(writes, database))
            }
        }
    }

    private static func commit(_ writes: [RecordWrite], _ database: Database) -> CommitOutcome {
        do {
            var outcome = CommitOutcome.committed
            try database.inTransaction(.immediate) {
                for (place, write) in writes.enumerated() {
                    if let actual = try put(write, database) {
                        outcome = .conflict(write: place, actual: actual)
                        return .rollback
                    }
                }
                return .commit
            }
            return outcome
        } catch {
            return .failed(SQLiteFailure.commitError(error))
        }
    }

    /// Stores a record and its domain events if the stored version is the expected one.
    /// - Returns: the stored version if it isn't the expected one; nil if the record was stored.
    private static func put(_ write: RecordWrite, _ database: Database) throws -> Int64? {
        let isStored = write.isRemoval ? try remove(write, database) : try save(write, database)
        guard isStored else { return try version(write.kind, write.id, database) }
        if write.kind.keepsChanges, !write.isRemoval {
            try database.run("INSERT INTO \(write.kind.table)_change (id) VALUES (?)", [write.id])
        }
        for event in write.events {
            // The rowid alone would start again at 1 once all events are trimmed.
            try database.run(
                """
                INSERT INTO domain_event (sequence, document)
                SELECT max(first, 1 + coalesce((SELECT max(sequence) FROM domain_event), 0)), ? FROM outbox
                """,
                [String(decoding: event, as: UTF8.self)]
            )
        }
        return nil
    }

    private static func save(_ write: RecordWrite, _ database: Database) throws -> Bool {
        let table = write.kind.table
        let document = String(decoding: write.document, as: UTF8.self)
        var arguments: StatementArguments = [write.id, write.expectedVersion + 1, write.schema, document, write.expectedVersion]
        let isCargo = write.kind == .cargo
        if isCargo { arguments += [write.keys.map { AttentionReason.column($0.needs) }] }
        let columns = "(id, version, schema, document\(isCargo ? ", needs" : ""))"
        let values = "?1, ?2, ?3, ?4\(isCargo ? ", ?6" : "")"
        guard write.kind.history == .latest, write.expectedVersion > 0 else {
            try database.run("INSERT INTO \(table) \(columns) SELECT \(values) WHERE (\(write.kind.versionQuery)) = ?5", arguments)
            return database.changesCount == 1
        }
        try database.run(
            "UPDATE \(table) SET version = ?2, schema = ?3, document = ?4\(isCargo ? ", needs = ?6" : "") WHERE id = ?1 AND version = ?5",
            arguments
        )
        if database.changesCount == 1 { return true }
        guard write.kind.remembersRemoved else { return false }
        // Puts a removed cargo back. A trigger deletes the row that says that it was removed.
        try database.run(
            "INSERT INTO \(table) \(columns) SELECT \(values) FROM removed_cargo WHERE id = ?1 AND version = ?5",
            arguments
        )
        return database.changesCount == 1
    }

    // MARK: Reading

    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> DocumentRecord? {
        try await read { (database) throws in
            try database.first(kind.newestQuery, [id]).map { try Self.record(kind, $0) }
        }?.get()
    }

    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<DocumentRecord?, DomainError>] {
        try await read { database in
            try ids.map { id in
                guard let row = try database.first(kind.newestQuery, [id]) else { return .success(nil) }
                return try Self.record(kind, row).map { $0 }
            }
        }
    }

    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64] {
        try await read { database in try ids.map { try Self.version($0.kind, $0.id, database) } }
    }

    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [DocumentRecord], count: Int64) {
        let results = try await read { database in
            try database.all(
                "SELECT id, version, schema, NULL, document FROM \(kind.table) WHERE id = ? ORDER BY version",
                [id]
            ) { try Self.record(kind, $0) }
        }
        var records: [DocumentRecord] = []
        for (place, result) in results.enumerated() {
            let record = try result.get()
            guard record.version == place + 1 else {
                throw .corruptRecord(rule: "journal", id: id, cause: "\(kind.name) \(place + 1) of \(id) is missing")
            }
            records.append(record)
        }
        return (records, Int64(records.count))
    }

    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await read { database in
            try database.all("SELECT DISTINCT id FROM \(kind.table) WHERE id > ? ORDER BY id LIMIT ?", [id ?? "", limit]) { $0[0] }
        }
    }

    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String] {
        let (sql, texts) = CargoKey.query(keys, mark: "?", namesIndexes: true)
        return try await read { database in
            try database.all(sql, [id ?? "", limit] + StatementArguments(texts)) { $0[0] }
        }
    }

    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String] {
        try await read { database in
            try database.all("SELECT id FROM \(kind.table) WHERE customer = ? ORDER BY id", [customer]) { $0[0] }
        }
    }

    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String] {
        try await read { database in
            // Ids are printable ASCII, which DEL follows.
            try database.all(
                "SELECT id FROM \(kind.table) WHERE status = ? AND id > ? AND id < ? ORDER BY id LIMIT ?",
                [status, id ?? "", end ?? "\u{7F}", limit]
            ) { $0[0] }
        }
    }

    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64) {
        try await read { database in
            let sql = "SELECT id, max(position) FROM \(kind.table)_change WHERE position > ? GROUP BY id ORDER BY max(position)"
            let changes: [(id: String, position: Int64)] = try database.all(sql, [position]) { ($0[0], $0[1]) }
            return (changes.map(\.id), changes.last?.position ?? position)
        }
    }

    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] {
        try await read { database in
            // Events before the first one are about to be deleted.
            try database.all(
                """
                SELECT sequence, document FROM domain_event
                WHERE sequence > max(?, (SELECT first - 1 FROM outbox)) ORDER BY sequence LIMIT ?
                """,
                [sequence, limit]
            ) { RecordedEntry(sequence: $0[0], bytes: .success(try Self.bytes($0, 1)[...])) }
        }
    }

    func entries(ofCargo id: String, after sequence: Int64, limit: Int) async throws(DomainError) -> Page<RecordedEntry, Int64> {
        try await read { database in
            // The ids of a cargo's events begin with "Cargo:", its id and a colon, which the semicolon follows.
            let entries = try database.all(
                """
                SELECT sequence, document FROM domain_event
                WHERE event_id > 'Cargo:' || ?1 || ':' AND event_id < 'Cargo:' || ?1 || ';'
                AND +sequence > max(?2, (SELECT first - 1 FROM outbox)) ORDER BY +sequence LIMIT ?3
                """,
                [id, sequence, limit]
            ) { RecordedEntry(sequence: $0[0], bytes: .success(try Self.bytes($0, 1)[...])) }
            return Page(items: entries, next: entries.count == limit ? entries.last?.sequence : nil)
        }
    }

    static func version(_ kind: RecordKind, _ id: String, _ database: Database) throws -> Int64 {
        try database.first(kind.versionQuery, [id])?[0] ?? 0
    }

    /// Decodes a row of `id, version, schema, customer, document`.
    private static func record(_ kind: RecordKind, _ row: Row) throws -> Result<DocumentRecord, DomainError> {
        let document = try bytes(row, 4)
        return Result { () throws(DomainError) in
            try DocumentRecord(kind, id: row[0], version: row[1], schema: row[2], customer: row[3], document: document)
        }
    }

    static func bytes(_ row: Row, _ column: Int) throws -> [UInt8] {
        try row.withUnsafeData(atIndex: column) { $0.map { [UInt8]($0) } ?? [] }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(DomainError) -> Value {
        let result: Result<Value, DomainError> = await withCheckedContinuation { continuation in
            pool.asyncRead { database in
                do {
                    continuation.resume(returning: .success(try body(try database.get())))
                } catch {
                    continuation.resume(returning: .failure(SQLiteFailure.domainError(error)))
                }
            }
        }
        return try result.get()
    }
}

extension RecordKind {
    /// The table of this kind's records.
    var table: String {
        switch self {
        case .handling: "handling_event"
        case .bookingKey: "booking_key"
        default: name
        }
    }

    /// The query for the newest version of the id ?1; 0 if there is none.
    var versionQuery: String {
        remembersRemoved
            ? "SELECT coalesce(max(version), 0) FROM (SELECT version FROM \(table) WHERE id = ?1 UNION ALL SELECT version FROM removed_cargo WHERE id = ?1)"
            : "SELECT coalesce(max(version), 0) FROM \(table) WHERE id = ?1"
    }

    /// The query for the newest record of the id ?1.
    fileprivate var newestQuery: String {
        remembersRemoved
            ? """
            SELECT id, version, schema, customer, document FROM \(table) WHERE id = ?1
            UNION ALL SELECT id, version, schema, NULL, document FROM removed_cargo WHERE id = ?1 LIMIT 1
            """ : "SELECT id, version, schema, NULL, document FROM \(table) WHERE id = ?1 ORDER BY version DESC LIMIT 1"
    }
}

extension Database {
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func first(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
    }

    func all<Value>(_ sql: String, _ arguments: StatementArguments, _ value: (Row) throws -> Value) throws -> [Value] {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try value(row)) }
        return values
    }
}
#endif
