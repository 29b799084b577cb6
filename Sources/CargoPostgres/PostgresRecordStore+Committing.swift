#if Postgres
import CargoDomain
import CargoInfrastructure
import Synchronization

/// Writing records to the tables of `PostgresSchema`.
extension PostgresRecordStore {
    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        // Allow more time for a commit of many records, as made when copying a store.
        let limit = callTimeout + writes.count * 10
        let outcome: CommitOutcome
        do throws(DomainError) {
            outcome = try await pool.lend { connection in
                PostgresCommit(store: self, writes: writes, deadline: .now + .milliseconds(limit)).run(on: connection)
            }
        } catch {
            outcome = .failed(error)
        }
        if outcome == .committed, writes.contains(where: { !$0.events.isEmpty }) { didRaise() }
        return outcome
    }
}

/// One commit, retried until its outcome is known.
///
/// Compare and set makes a retry safe: if the first attempt was stored after all, the second finds a conflict and recognizes its own
/// records.
struct PostgresCommit {
    let store: PostgresRecordStore
    let writes: [RecordWrite]
    let deadline: PostgresConnection.Deadline

    /// Runs on the connection's queue.
    /// - Parameter afterLostAnswer: whether the outcome of an earlier attempt is unknown.
    func run(on connection: PostgresConnection, afterLostAnswer: Bool = false) -> CommitOutcome {
        var isOpen = afterLostAnswer
        var runs = 0
        while true {
            runs += 1
            do throws(PostgresFailure) {
                try connection.open()
                guard let conflict = try store(on: connection) else { return .committed }
                if isOpen {
                    switch try findOwnWork(on: connection) {
                    case true?: return .committed
                    case false?: break
                    case nil: return .failed(.technical(.storeOutcomeUnknown, cause: "the response was lost, and others have saved since"))
                    }
                }
                let actual = try connection.run(
                    store.versionQuery(writes[conflict].kind),
                    [.text(writes[conflict].id)],
                    until: deadline
                ).integer(0, 0)
                // The conflicting record is gone again: another program deleted it.
                if actual == writes[conflict].expectedVersion, .now < deadline { continue }
                return .conflict(write: conflict, actual: actual)
            } catch {
                connection.rollBack(until: deadline)
                if error.isOfConnection { connection.drop() }
                if error.isOpen { isOpen = true }
                let isWorthwhile = isOpen || error.isPassing && runs < 20 || error.isOfConnection && error.state != "08001" && runs < 2
                guard isWorthwhile, .now < deadline else {
                    guard isOpen else { return .failed(error.domainError) }
                    return .failed(.technical(.storeOutcomeUnknown, cause: "the response was lost: \(error.state): \(error.text)"))
                }
                Pause.wait(milliseconds: isOpen ? min(runs * 10, 200) : Int.random(in: 0...runs * 5))
            }
        }
    }

    /// Stores all writes or none.
    /// - Returns: the position of the first write that found another version, or nil if all were stored.
    private func store(on connection: PostgresConnection) throws(PostgresFailure) -> Int? {
        if writes.count == 1, isOneStatement(writes[0]) { return try put(writes[0], connection) ? nil : 0 }
        try connection.script("BEGIN", until: deadline)
        for (place, write) in writes.enumerated() {
            guard try put(write, connection) else {
                try connection.script("ROLLBACK", until: deadline)
                return place
            }
        }
        try connection.script("COMMIT", until: deadline)
        return nil
    }

    private func isOneStatement(_ write: RecordWrite) -> Bool {
        store.isDistributed ? write.kind == .cargo || write.events.isEmpty : !write.isRemoval
    }

    /// Stores a record and its domain events if the stored version is the expected one.
    /// - Returns: whether the record was stored.
    private func put(_ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
        if let function = store.function(storing: write) { return try call(function, write, connection) }
        guard !write.isRemoval else { return try remove(write, connection) }
        if try run(saving(write), write, connection).count == 1 { return true }
        guard write.kind.remembersRemoved, write.expectedVersion > 0 else { return false }
        // Puts a removed cargo back. A trigger deletes the row that says that it was removed.
        let (columns, values) = Self.columns(write)
        let restored = """
            INSERT INTO \(store.table(write.kind)) \(columns)
            SELECT \(values) FROM \(store.removed) WHERE id = $1::text AND version = $2::bigint - 1
            ON CONFLICT DO NOTHING RETURNING id
            """
        return try run(restored, write, connection).count == 1
    }

    /// Returns the statement that stores a record, and returns its id.
    private func saving(_ write: RecordWrite) -> String {
        let table = store.table(write.kind)
        if write.kind.history == .latest, write.expectedVersion > 0 {
            let needs = write.kind == .cargo ? ", needs = \(Self.needs(write))" : ""
            return """
                UPDATE \(table) SET version = $2::bigint, schema = $3::integer, document = $4::json\(needs)
                WHERE id = $1::text AND version = $2::bigint - 1 RETURNING id
                """
        }
        let (columns, values) = Self.columns(write)
        if store.isDistributed {
            // What has one record for each id is there, or isn't.
            return "INSERT INTO \(table) \(columns) VALUES (\(values)) ON CONFLICT DO NOTHING RETURNING id"
        }
        return """
            INSERT INTO \(table) \(columns) SELECT \(values)
            WHERE (\(store.versionQuery(write.kind))) = $2::bigint - 1
            ON CONFLICT DO NOTHING RETURNING id
            """
    }

    private static func columns(_ write: RecordWrite) -> (names: String, values: String) {
        let isCargo = write.kind == .cargo
        return (
            "(id, version, schema, document\(isCargo ? ", needs" : ""))",
            "$1::text, $2::bigint, $3::integer, $4::json\(isCargo ? ", \(needs(write))" : "")"
        )
    }

    /// One of 17 constants, so that few statements are prepared.
    private static func needs(_ write: RecordWrite) -> String {
        write.keys.map { "\(AttentionReason.column($0.needs))::smallint" } ?? "NULL::smallint"
    }

    /// Runs a statement that stores a record and returns its id, and inserts the record's domain events with it.
    ///
    /// The events are inserted after the record, so they get their ordinals while its row is locked.
    private func run(_ saved: String, _ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> PostgresRows {
        var values: [PostgresValue] = [
            .text(write.id), .integer(write.expectedVersion + 1), .integer(Int64(write.schema)), .bytes(write.document),
        ]
        if write.events.isEmpty { return try connection.run(saved, values, until: deadline) }
        if store.isDistributed {
            let rows = try connection.run(saved, values, until: deadline)
            if rows.count == 1 { try raise(write, connection) }
            return rows
        }
        values.append(Self.list(write.events))
        let sql = """
            WITH saved AS (\(saved)), raised AS (
                INSERT INTO \(store.schema).domain_event (document)
                SELECT event.value FROM json_array_elements($5::json) WITH ORDINALITY AS event (value, place)
                WHERE EXISTS (SELECT FROM saved) ORDER BY event.place
            ) SELECT id FROM saved
            """
        return try connection.run(sql, values, until: deadline)
    }

    /// Inserts a write's domain events on their own.
    private func raise(_ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) {
        let insertion = """
            INSERT INTO \(store.schema).domain_event (document)
            SELECT event.value FROM json_array_elements($1::json) WITH ORDINALITY AS event (value, place) ORDER BY event.place
            """
        let call = "SELECT \(store.schema).raise_events($2::text, $3::bigint, $1::json, $4::bigint)"
        let place: [PostgresValue] = [.text(write.id), .integer(write.expectedVersion + 1), .integer(EventOrder.next())]
        _ = try connection.run(
            store.isDistributed ? call : insertion,
            [Self.list(write.events)] + (store.isDistributed ? place : []),
            until: deadline
        )
    }

    /// Stores or removes a record by a function that runs on the server that has the shard.
    /// - Returns: whether the version was the expected one.
    private func call(_ function: String, _ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
        let needs = function == "save_cargo" ? ", \(Self.needs(write))" : ""
        return try connection.run(
            "SELECT \(store.schema).\(function)($1::text, $2::bigint, $3::integer, $4::json\(needs), $5::json, $6::bigint)",
            [
                .text(write.id), .integer(write.expectedVersion + 1), .integer(Int64(write.schema)), .bytes(write.document),
                Self.list(write.events), .integer(EventOrder.next()),
            ],
            until: deadline
        ).isTrue(0, 0)
    }

    private static func list(_ events: [[UInt8]]) -> PostgresValue {
        var list = [UInt8(ascii: "[")] + events.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
        list.append(UInt8(ascii: "]"))
        return .bytes(list)
    }

    // MARK: Removing

    /// Removes an id, and stores the domain events, if the stored version is the expected one.
    /// - Returns: whether it was removed.
    private func remove(_ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
        let (table, version) = (store.table(write.kind), store.versionQuery(write.kind))
        guard write.kind.remembersRemoved else {
            let gone = try connection.run(
                "DELETE FROM \(table) WHERE id = $1::text AND version <= $2::bigint AND (\(version)) = $2::bigint RETURNING id",
                [.text(write.id), .integer(write.expectedVersion)],
                until: deadline
            )
            if gone.count == 0 {
                // An id that isn't there needn't be removed.
                guard write.expectedVersion == 0 else { return false }
                guard try connection.run(version, [.text(write.id)], until: deadline).integer(0, 0) == 0 else { return false }
            }
            if !write.events.isEmpty { try raise(write, connection) }
            return true
        }
        let removal = "INSERT INTO \(store.removed) (id, version, schema, document) SELECT $1::text, $2::bigint, $3::integer, $4::json"
        if write.expectedVersion > 0 {
            let again = """
                UPDATE \(store.removed) SET version = $2::bigint, schema = $3::integer, document = $4::json
                WHERE id = $1::text AND version = $2::bigint - 1 RETURNING id
                """
            if try run(again, write, connection).count == 1 { return true }
            // A trigger deletes the cargo. Its row is locked first, so a save at the same time finds it gone, or makes this a conflict.
            let source = "FROM (SELECT FROM \(table) WHERE id = $1::text AND version = $2::bigint - 1 FOR UPDATE) AS present"
            return try run("\(removal) \(source) RETURNING id", write, connection).count == 1
        }
        return try run("\(removal) WHERE (\(version)) = 0 ON CONFLICT DO NOTHING RETURNING id", write, connection).count == 1
    }

    // MARK: After a lost answer

    /// Checks whether the stored records are those of an earlier attempt.
    ///
    /// Returns nil if that can no longer be determined.
    ///
    /// Locks the rows, so it waits for an attempt that is still running. Because it writes, its commit also waits for a synchronous
    /// standby.
    private func findOwnWork(on connection: PostgresConnection) throws(PostgresFailure) -> Bool? {
        var found: Set<Bool> = []
        try connection.script("BEGIN", until: deadline)
        for write in writes {
            if let isOwn = try isStored(write, connection) { found.insert(isOwn) }
        }
        try connection.script("COMMIT", until: deadline)
        // A part on another server may be committed later.
        if found.count == 2, store.isDistributed { return nil }
        return found.isEmpty ? nil : !found.contains(false)
    }

    private func isStored(_ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool? {
        guard !write.isRemoval else { return try isRemoved(write, connection) }
        let version = write.expectedVersion + 1
        let rows = try connection.run(
            """
            SELECT version, document::text = $2::text FROM \(store.table(write.kind)) WHERE id = $1
            \(write.kind.history == .all ? "AND version = $3::bigint" : "AND version >= $3::bigint") FOR UPDATE
            """,
            [.text(write.id), .bytes(write.document), .integer(version)],
            until: deadline
        )
        guard rows.count == 1 else { return false }
        if rows.integer(0, 0) == version, !rows.isTrue(0, 1) { return false }
        // The record may equal another writer's, or may have been replaced since. Neither is possible for its events.
        if let event = write.events.first {
            if try isStored(event, of: write, connection) { return true }
            return store.isDistributed && rows.integer(0, 0) == version ? nil : false
        }
        return rows.integer(0, 0) == version ? true : nil
    }

    private func isRemoved(_ write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool? {
        let rows = try connection.run(
            "SELECT version FROM \(store.table(write.kind)) WHERE id = $1 ORDER BY version DESC LIMIT 1 FOR UPDATE",
            [.text(write.id)],
            until: deadline
        )
        // The id may have been given again since.
        guard write.kind.remembersRemoved else { return rows.count == 0 ? true : nil }
        if rows.count == 1, rows.integer(0, 0) == write.expectedVersion { return false }
        if let event = write.events.first { return try isStored(event, of: write, connection) }
        let removal = try connection.run(
            "SELECT version = $2::bigint AND document::text = $3::text FROM \(store.removed) WHERE id = $1::text",
            [.text(write.id), .integer(write.expectedVersion + 1), .bytes(write.document)],
            until: deadline
        )
        return removal.count == 1 && removal.isTrue(0, 0) ? true : nil
    }

    private func isStored(_ event: [UInt8], of write: RecordWrite, _ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
        try connection.run(
            """
            SELECT EXISTS (
                SELECT 1 FROM \(store.schema).domain_event
                WHERE event_id = $1::json ->> 'eventId' AND document::text = $1::text\(store.isDistributed ? " AND id = $2::text" : "")
            )
            """,
            [.bytes(event)] + (store.isDistributed ? [.text(write.id)] : []),
            until: deadline
        ).isTrue(0, 0)
    }
}

extension PostgresRecordStore {
    /// Returns the function that stores a write in distributed tables; nil if a statement does.
    func function(storing write: RecordWrite) -> String? {
        switch write.kind {
        case .cargo where isDistributed: write.isRemoval ? "remove_cargo" : "save_cargo"
        case .handling where isDistributed && !write.isRemoval: "save_handling_event"
        default: nil
        }
    }
}

/// When this program raised events, in microseconds, each time later than the one before.
private enum EventOrder {
    private static let last = Mutex<Int64>(0)

    static func next() -> Int64 {
        let now = SystemClock().now().epochMilliseconds * 1000
        return last.withLock { last in
            last = max(last + 1, now)
            return last
        }
    }
}
#endif
