#if Postgres
import CargoDomain
import CargoInfrastructure

/// A record store in the tables of `PostgresSchema`.
///
/// This file has the reading part.
///
/// The work runs on the connections' queues, so it never blocks a cooperative thread. Cancelling a task doesn't cancel its save.
struct PostgresRecordStore: RecordStore {
    let pool: ConnectionPool
    /// The schema's name, quoted.
    let schema: String
    /// How long a call may take once it has a connection, in milliseconds.
    let callTimeout: Int
    /// Called after each commit with domain events.
    var didRaise: @Sendable () -> Void = {}

    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> DocumentRecord? {
        guard let record = try await read(kind, [id]).first else { return nil }
        return try record.get()
    }

    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<DocumentRecord?, DomainError>] {
        if ids.isEmpty { return [] }
        let wanted = "id = ANY ($1::text[])"
        // A cargo is in one of two tables, which one look finds out.
        let newest =
            switch (kind.remembersRemoved, kind.history) {
            case (true, _):
                """
                SELECT id, version, schema, customer, document FROM (
                    SELECT id, version, schema, customer, document FROM \(table(kind)) WHERE \(wanted)
                    UNION ALL SELECT id, version, schema, NULL::text, document FROM \(removed) WHERE \(wanted)
                ) AS found
                """
            case (false, .latest): "SELECT id, version, schema, NULL, document FROM \(table(kind)) WHERE \(wanted)"
            case (false, .all):
                "SELECT DISTINCT ON (id) id, version, schema, NULL, document FROM \(table(kind)) WHERE \(wanted) ORDER BY id, version DESC"
            }
        return try await ask(newest, [.texts(ids)]) { rows in
            var found: [String: Result<DocumentRecord?, DomainError>] = [:]
            for row in 0..<rows.count { found[rows.text(row, 0)] = Self.record(kind, rows, row).map { $0 } }
            return ids.map { found[$0] ?? .success(nil) }
        }
    }

    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64] {
        let kinds = Set(ids.map(\.kind)).sorted { $0.name < $1.name }
        if kinds.isEmpty { return [] }
        let parts = kinds.enumerated().map { place, kind in
            let moved = "(SELECT id, version FROM \(table(kind)) UNION ALL SELECT id, version FROM \(removed)) AS records"
            let records = kind.remembersRemoved ? moved : table(kind)
            return "SELECT '\(kind.name)', id, max(version) FROM \(records) WHERE id = ANY ($\(place + 1)::text[]) GROUP BY id"
        }
        let values = kinds.map { kind in PostgresValue.texts(ids.filter { $0.kind == kind }.map(\.id)) }
        let found = try await ask(parts.joined(separator: " UNION ALL "), values) { rows in
            var found: [String: [String: Int64]] = [:]
            for row in 0..<rows.count { found[rows.text(row, 0), default: [:]][rows.text(row, 1)] = rows.integer(row, 2) }
            return found
        }
        return ids.map { found[$0.kind.name]?[$0.id] ?? 0 }
    }

    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [DocumentRecord], count: Int64) {
        let results = try await ask(
            "SELECT id, version, schema, NULL, document FROM \(table(kind)) WHERE id = $1 ORDER BY version",
            [.text(id)]
        ) { rows in (0..<rows.count).map { Self.record(kind, rows, $0) } }
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
        let distinct = kind.history == .all ? "DISTINCT" : ""
        return try await ask(
            "SELECT \(distinct) id FROM \(table(kind)) WHERE id > $1 ORDER BY id LIMIT $2",
            [.text(id ?? ""), .integer(Int64(limit))]
        ) { rows in (0..<rows.count).map { rows.text($0, 0) } }
    }

    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String] {
        let (sql, texts) = query(keys)
        let values: [PostgresValue] = [.text(id ?? ""), .integer(Int64(limit))] + texts.map { .text($0) }
        return try await ask(sql, values) { rows in (0..<rows.count).map { rows.text($0, 0) } }
    }

    /// Returns the query for the ids after $1 of $2 cargos that have all keys or may have them, and the keys' texts from $3 on.
    private func query(_ keys: [CargoKey]) -> (sql: String, texts: [String]) {
        if case .collected(let time?)? = keys.first, keys.count == 1 {
            // Found by the index and then put in order: otherwise the cargos could be read in the order of their ids.
            let found = "SELECT id FROM \(schema).cargo WHERE pick_up_by IS NOT NULL AND pick_up_by < $3"
            return ("WITH found AS MATERIALIZED (\(found)) SELECT id FROM found WHERE id > $1 ORDER BY id LIMIT $2", [time.description])
        }
        return CargoKey.query(keys, mark: "$", schema: "\(schema).")
    }

    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String] {
        try await ask("SELECT id FROM \(table(kind)) WHERE customer = $1 ORDER BY id", [.text(customer)]) { rows in
            (0..<rows.count).map { rows.text($0, 0) }
        }
    }

    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String] {
        // Ids are printable ASCII, which DEL follows.
        try await ask(
            "SELECT id FROM \(table(kind)) WHERE status = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4",
            [.text(status), .text(id ?? ""), .text(end ?? "\u{7F}"), .integer(Int64(limit))]
        ) { rows in (0..<rows.count).map { rows.text($0, 0) } }
    }

    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64) {
        try await ask(
            "SELECT id, max(position) FROM \(table(kind))_change WHERE position > $1 GROUP BY id ORDER BY max(position)",
            [.integer(position)]
        ) { rows in
            let last = rows.count - 1
            return ((0..<rows.count).map { rows.text($0, 0) }, last < 0 ? position : rows.integer(last, 1))
        }
    }

    /// Reads domain events.
    ///
    /// Assigns numbers first to events that have none, if it needs them.
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] {
        let numbers = "SELECT * FROM \(schema).domain_event_number WHERE \(isAfter) ORDER BY sequence LIMIT $2"
        let sql = """
            SELECT number.sequence, event.document FROM (\(numbers)) AS number JOIN \(schema).domain_event AS event USING (ordinal)
            ORDER BY number.sequence
            """
        return try await numberedEntries(
            isDistributed ? numbers : sql,
            [.integer(sequence), .integer(Int64(limit))],
            limit: limit
        )
    }

    func entries(ofCargo id: String, after sequence: Int64, limit: Int) async throws(DomainError) -> Page<RecordedEntry, Int64> {
        // The ids of a cargo's events begin with "Cargo:", its id and a colon, which the semicolon follows.
        let isOfCargo = "event_id > $3 AND event_id < $4"
        let rest = "\(isAfter) ORDER BY number.sequence LIMIT $2"
        let sql = """
            SELECT number.sequence, event.document FROM (SELECT * FROM \(schema).domain_event WHERE \(isOfCargo)) AS event
            JOIN \(schema).domain_event_number AS number USING (ordinal) WHERE \(rest)
            """
        let numbers = "SELECT * FROM \(schema).domain_event_number AS number WHERE id = $5 AND \(isOfCargo) AND \(rest)"
        var values: [PostgresValue] = [.integer(sequence), .integer(Int64(limit)), .text("Cargo:\(id):"), .text("Cargo:\(id);")]
        if isDistributed { values.append(.text(id)) }
        let entries = try await numberedEntries(isDistributed ? numbers : sql, values, limit: limit)
        return Page(items: entries, next: entries.count == limit ? entries.last?.sequence : nil)
    }

    /// Whether a number follows $1 and is in the outbox.
    private var isAfter: String { "sequence > greatest($1::bigint, (SELECT first - 1 FROM \(schema).outbox))" }

    /// How many events get their numbers in one transaction.
    private static var numberedAtOnce: Int64 { 10_000 }

    /// Runs a query for up to `limit` sequence numbers and documents of domain events, once all events have numbers, or enough of them; for events in
    /// distributed tables, a query for their numbers, ids and event ids.
    ///
    /// Numbering a long backlog at once could exceed the time limit of the call.
    private func numberedEntries(_ sql: String, _ values: [PostgresValue], limit: Int) async throws(DomainError) -> [RecordedEntry] {
        let fresh = "SELECT 1 FROM \(schema).domain_event_fresh LIMIT 1"
        let (schema, isDistributed) = (schema, isDistributed)
        return try await work { (connection, deadline) throws(PostgresFailure) in
            var mayBeMore = try connection.run(fresh, until: deadline).count > 0
            var rows: PostgresRows
            repeat {
                // If another connection is assigning the numbers, this waits for it, and the next statement sees the result.
                if mayBeMore { mayBeMore = try number(on: connection, until: deadline) == Self.numberedAtOnce }
                rows = try connection.run(sql, values, until: deadline)
            } while mayBeMore && rows.count < limit
            guard isDistributed else {
                return (0..<rows.count).map { RecordedEntry(sequence: rows.integer($0, 0), bytes: .success(rows.bytes($0, 1)[...])) }
            }
            // In a join, the numbers would go to every worker as an intermediate result.
            let events = try connection.run(
                "SELECT event_id, document FROM \(schema).domain_event WHERE id = ANY ($1::text[]) AND event_id = ANY ($2::text[])",
                [.texts((0..<rows.count).map { rows.text($0, 1) }), .texts((0..<rows.count).map { rows.text($0, 2) })],
                until: deadline
            )
            var places: [String: Int] = [:]
            for place in 0..<events.count { places[events.text(place, 0)] = place }
            return (0..<rows.count).compactMap { row in
                places[rows.text(row, 2)].map {
                    RecordedEntry(sequence: rows.integer(row, 0), bytes: .success(events.bytes($0, 1)[...]))
                }
            }
        }
    }

    /// Gives numbers to the earliest events that have none, and returns how many it looked at.
    ///
    /// On one server, `number_domain_events` would number all of them in one transaction; older programs still call it.
    private func number(on connection: PostgresConnection, until deadline: PostgresConnection.Deadline) throws(PostgresFailure) -> Int64 {
        if isDistributed {
            let events = try connection.run(
                "SELECT coalesce(cardinality(ids), 0), coalesce(ids, '{}'), coalesce(event_ids, '{}') FROM \(schema).number_events($1)",
                [.integer(Self.numberedAtOnce)],
                until: deadline
            )
            let marks = "SELECT \(schema).delete_marks($1::text[], $2::text[])"
            _ = try connection.run(marks, [.text(events.text(0, 1)), .text(events.text(0, 2))], until: deadline)
            return events.integer(0, 0)
        }
        // The second statement sees what was committed before the lock was given.
        return try connection.script(
            """
            SELECT pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
            WITH earliest AS (SELECT ordinal FROM \(schema).domain_event_fresh ORDER BY ordinal LIMIT \(Self.numberedAtOnce)),
            fresh AS (DELETE FROM \(schema).domain_event_fresh WHERE ordinal IN (SELECT ordinal FROM earliest) RETURNING ordinal),
            last AS (
                SELECT greatest((SELECT max(sequence) FROM \(schema).domain_event_number), (SELECT first - 1 FROM \(schema).outbox)) AS number
            ),
            numbered AS (
                INSERT INTO \(schema).domain_event_number (sequence, ordinal)
                SELECT last.number + row_number() OVER (ORDER BY ordinal), ordinal FROM fresh, last RETURNING ordinal
            )
            SELECT count(*) FROM numbered
            """,
            until: deadline
        ).integer(0, 0)
    }

    // MARK: Asking

    /// Returns the table of a kind's records.
    func table(_ kind: RecordKind) -> String {
        switch kind {
        case .handling: "\(schema).handling_event"
        case .bookingKey: "\(schema).booking_key"
        default: "\(schema).\(kind.name)"
        }
    }

    /// Whether the tables are those of `PostgresSchema.distributed`.
    var isDistributed: Bool { pool.server.distribution != nil }

    /// The table of the cargos that were removed.
    var removed: String { "\(schema).removed_cargo" }

    /// Returns the query for the newest version of the id $1; 0 if there is none.
    func versionQuery(_ kind: RecordKind) -> String {
        kind.remembersRemoved
            ? """
            SELECT coalesce(max(version), 0)
            FROM (SELECT version FROM \(table(kind)) WHERE id = $1::text UNION ALL SELECT version FROM \(removed) WHERE id = $1::text) AS found
            """ : "SELECT coalesce(max(version), 0) FROM \(table(kind)) WHERE id = $1::text"
    }

    func ask<Value: Sendable>(
        _ sql: String,
        _ values: [PostgresValue],
        _ value: @escaping @Sendable (PostgresRows) -> Value
    ) async throws(DomainError) -> Value {
        try await work { (connection, deadline) throws(PostgresFailure) in value(try connection.run(sql, values, until: deadline)) }
    }

    /// Runs work that is harmless to repeat.
    ///
    /// If the connection turns out to be broken, runs it once more on a new one.
    func work<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, PostgresConnection.Deadline) throws(PostgresFailure) -> Value
    ) async throws(DomainError) -> Value {
        let limit = callTimeout
        return try await pool.lend { connection in
            let deadline = PostgresConnection.Deadline.now + .milliseconds(limit)
            var isSecond = false
            while true {
                do throws(PostgresFailure) {
                    try connection.open()
                    return Result<Value, DomainError>.success(try body(connection, deadline))
                } catch {
                    connection.rollBack(until: deadline)
                    if error.isOfConnection { connection.drop() }
                    guard !isSecond, error.isPassing || error.isOfConnection, error.state != "08001", .now < deadline else {
                        return .failure(error.domainError)
                    }
                    isSecond = true
                }
            }
        }.get()
    }

    /// Decodes a row of `id, version, schema, customer, document`.
    private static func record(_ kind: RecordKind, _ rows: PostgresRows, _ row: Int) -> Result<DocumentRecord, DomainError> {
        Result { () throws(DomainError) in
            try DocumentRecord(
                kind,
                id: rows.text(row, 0),
                version: rows.integer(row, 1),
                schema: Int(rows.integer(row, 2)),
                customer: rows.isNull(row, 3) ? nil : rows.text(row, 3),
                document: rows.bytes(row, 4)
            )
        }
    }
}
#endif
