#if Postgres
import CargoDomain
import CargoInfrastructure

/// Removing what has ended (REP-9 to REP-11).
///
/// Each transaction is short. No save waits for one, because none locks a row that a save needs.
extension PostgresRecordStore {
    /// The number of domain events that one transaction deletes.
    private static var batch: Int64 { 500 }

    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await ask(
            "SELECT id FROM \(removed) WHERE id > $1 ORDER BY id LIMIT $2",
            [.text(id ?? ""), .integer(Int64(limit))]
        ) { rows in (0..<rows.count).map { rows.text($0, 0) } }
    }

    // MARK: Trimming

    func firstSequence() async throws(DomainError) -> Int64 {
        try await ask("SELECT first FROM \(schema).outbox", []) { $0.integer(0, 0) }
    }

    /// Says first where the outbox begins from now on, and then deletes the events before, also those that an interrupted run left.
    ///
    /// Events without a number aren't trimmed: they get theirs afterwards, from the first one on.
    func trim(eventsUpTo sequence: Int64) async throws(DomainError) {
        let first = try Version.next(after: sequence)
        _ = try await ask("UPDATE \(schema).outbox SET first = $1::bigint WHERE first < $1::bigint", [.integer(first)]) { _ in }
        let (lowest, present) = try await ask(
            "SELECT coalesce(min(sequence), 0), (SELECT first FROM \(schema).outbox) FROM \(schema).domain_event_number",
            []
        ) { ($0.integer(0, 0), $0.integer(0, 1)) }
        var start = lowest == 0 ? present : lowest
        while start < present {
            let end = min(start + Self.batch, present)
            try await delete(from: start, to: end)
            start = end
        }
    }

    /// Deletes the domain events from a sequence number to another one, which stays.
    private func delete(from start: Int64, to end: Int64) async throws(DomainError) {
        let (schema, eventKey) = (schema, isDistributed ? "id, event_id" : "ordinal")
        // The numbers go last, because they find the others. On several servers each statement commits by itself, and the next trim finishes what an
        // interrupted one left.
        let isDistributed = isDistributed
        let tables = (isDistributed ? ["domain_event_fresh"] : []) + ["domain_event"]
        let values = [PostgresValue.integer(start), .integer(end)]
        try await work { (connection, deadline) throws(PostgresFailure) in
            if !isDistributed { try connection.script("BEGIN", until: deadline) }
            for table in tables {
                _ = try connection.run(
                    """
                    DELETE FROM \(schema).\(table) WHERE (\(eventKey)) IN (
                        SELECT \(eventKey) FROM \(schema).domain_event_number WHERE sequence >= $1::bigint AND sequence < $2::bigint
                    )
                    """,
                    values,
                    until: deadline
                )
            }
            _ = try connection.run(
                "DELETE FROM \(schema).domain_event_number WHERE sequence >= $1::bigint AND sequence < $2::bigint",
                values,
                until: deadline
            )
            if !isDistributed { try connection.script("COMMIT", until: deadline) }
        }
    }

    // MARK: Rewriting

    /// Replaces handling and domain events, cargo by cargo.
    ///
    /// Their old bytes stay in the tables' files until `VACUUM FULL`, and in the write-ahead log until it is recycled.
    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int {
        var count = 0
        for id in rewriting.cargos.sorted() { count += try await rewrite(id, rewriting) }
        return count
    }

    /// Replaces the handling and the domain events of a cargo.
    /// - Returns: how many records and events were replaced.
    private func rewrite(_ id: String, _ rewriting: RecordRewriting) async throws(DomainError) -> Int {
        let (schema, handlingTable, isDistributed) = (schema, table(.handling), isDistributed)
        return try await work { (connection, deadline) throws(PostgresFailure) in
            let handling = try connection.run(
                "SELECT version::text, document, schema FROM \(handlingTable) WHERE id = $1",
                [.text(id)],
                until: deadline
            )
            let newHandling = Replacement.all(handling) { rewriting.document(.handling, Int(handling.integer($0, 2)), $1) }
            // The ids of a cargo's events begin with "Cargo:", its id and a colon, which the semicolon follows.
            // The id leads to the server that has the events.
            let cargo = isDistributed ? [PostgresValue.text(id)] : []
            func condition(_ place: Int) -> String { isDistributed ? " AND id = $\(place)::text" : "" }
            let events = try connection.run(
                "SELECT event_id, document FROM \(schema).domain_event WHERE event_id > $1 AND event_id < $2\(condition(3))",
                [.text("Cargo:\(id):"), .text("Cargo:\(id);")] + cargo,
                until: deadline
            )
            let newEvents = Replacement.all(events) { rewriting.event($1) }
            try connection.script("BEGIN", until: deadline)
            _ = try connection.run("SELECT set_config('cargo_kit.rewriting', $1, true)", [.text(schema)], until: deadline)
            var count = 0
            // A row that is another one by now, or gone, stays as it is.
            for one in newHandling {
                count += try connection.run(
                    """
                    UPDATE \(handlingTable) SET document = $1::json
                    WHERE id = $2::text AND version = $3::bigint AND document::text = $4::text RETURNING id
                    """,
                    [.bytes(one.new), .text(id), .text(one.place), .bytes(one.old)],
                    until: deadline
                ).count
            }
            for one in newEvents {
                count += try connection.run(
                    """
                    UPDATE \(schema).domain_event SET document = $1::json
                    WHERE event_id = $2::text AND document::text = $3::text\(condition(4)) RETURNING event_id
                    """,
                    [.bytes(one.new), .text(one.place), .bytes(one.old)] + cargo,
                    until: deadline
                ).count
            }
            try connection.script("COMMIT", until: deadline)
            return count
        }
    }
}

/// A document that replaces another one.
private struct Replacement {
    /// The version of handling, or the id of an event.
    let place: String
    let (old, new): ([UInt8], [UInt8])

    /// Returns the replacements of rows that begin with their place and their document.
    static func all(_ rows: PostgresRows, _ replacement: (_ row: Int, _ old: [UInt8]) -> [UInt8]?) -> [Replacement] {
        (0..<rows.count).compactMap { row in
            let old = rows.bytes(row, 1)
            return replacement(row, old).map { Replacement(place: rows.text(row, 0), old: old, new: $0) }
        }
    }
}
#endif
