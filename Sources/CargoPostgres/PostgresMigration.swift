#if Postgres
import CargoDomain

/// Migrates the tables to the current version.
///
/// If several programs start at once, only one of them does the work.
struct PostgresMigration {
    /// The schema's name.
    let name: String
    /// The schema's name, quoted for SQL.
    var quoted: String { "\"\(name)\"" }
    /// The time limit of one step, which is longer than that of other calls because a step may move data.
    private static let stepTimeLimit = Duration.seconds(3600)
    private var versions: String { "\(quoted).schema_version" }

    /// Checks that the name needs no escaping.
    init(name: String) throws(DomainError) {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain, (1...63).contains(name.utf8.count) else {
            throw .technical(.storeUnavailable, cause: "a schema's name is 1 to 63 ASCII letters, digits and underscores")
        }
        self.name = name
    }

    /// Runs the missing migration steps.
    func run(on connection: PostgresConnection, until deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        if connection.server.distribution != nil { try checkDurability(connection, deadline) }
        // If the tables are current, this needs no permission to change them and no writable server.
        if try version(connection, deadline) == Int64(PostgresSchema.newest) { return }
        try connection.script("BEGIN", until: deadline)
        do throws(PostgresFailure) {
            // Citus locks more than the tables, so two schemas at once would wait for each other.
            let turn = connection.server.distribution?.rawValue ?? name
            _ = try connection.run("SELECT pg_advisory_xact_lock(hashtextextended('cargo-kit ' || $1, 0))", [.text(turn)], until: deadline)
            try takeSteps(connection, deadline)
            try connection.script("COMMIT", until: max(deadline, .now + .seconds(30)))
        } catch {
            connection.rollBack(until: deadline)
            throw error
        }
    }

    /// Checks that no worker acknowledges commits before they are on its disk (REP-4), which the coordinator's sessions can't set there.
    private func checkDurability(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        let hasCitus = try connection.run(
            "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')",
            until: deadline
        ).isTrue(0, 0)
        guard hasCitus else { throw PostgresFailure("42704", "the database doesn't have the extension citus") }
        let lax = try connection.run(
            "SELECT nodename, nodeport FROM run_command_on_workers('SHOW synchronous_commit') WHERE result = 'off'",
            until: deadline
        )
        guard lax.count == 0 else {
            throw PostgresFailure("55000", "synchronous_commit is off on \(lax.text(0, 0)):\(lax.text(0, 1))")
        }
    }

    private func takeSteps(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        let isDistributed = connection.server.distribution != nil
        let steps = PostgresSchema.steps(in: quoted, areDistributed: isDistributed)
        let version: Int
        if let known = try self.version(connection, deadline) {
            guard known <= Int64(steps.count) else { throw .newer(name, version: known) }
            version = Int(known)
        } else {
            try prepareSchema(connection, deadline)
            version = 0
        }
        guard version < steps.count else { return }
        // Otherwise Citus changes the shards of a table on several connections, which later statements of the transaction may not share.
        if isDistributed { try connection.script("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'", until: deadline) }
        for step in steps[version...] { try connection.script(step, until: .now + Self.stepTimeLimit) }
        let newest = Int64(steps.count) + (isDistributed ? PostgresSchema.distributedVersions : 0)
        try connection.script("UPDATE \(versions) SET version = \(newest)", until: max(deadline, .now + .seconds(30)))
    }

    /// Creates the schema if it doesn't exist, and the table with its version.
    private func prepareSchema(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        let found = try connection.run(
            """
            SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
            EXISTS (SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1)
            """,
            [.text(name)],
            until: deadline
        )
        guard !found.isTrue(0, 1) else { throw PostgresFailure("42P07", "the schema \(name) contains another program's tables") }
        if !found.isTrue(0, 0) { try connection.script("CREATE SCHEMA \(quoted)", until: deadline) }
        try connection.script(
            """
            CREATE TABLE \(versions) (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);
            INSERT INTO \(versions) (version) VALUES (0)
            """,
            until: deadline
        )
    }

    /// Returns the version of the tables, or nil if there are none.
    private func version(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) -> Int64? {
        // Don't use to_regclass: it may answer from a cache that is older than the lock.
        let table = try connection.run(
            """
            SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relname = 'schema_version')
            """,
            [.text(name)],
            until: deadline
        )
        guard table.isTrue(0, 0) else { return nil }
        let rows = try connection.run("SELECT version FROM \(versions)", until: deadline)
        guard rows.count == 1 else { throw PostgresFailure("42P07", "the schema \(name) has no version") }
        let stored = rows.integer(0, 0)
        let isDistributed = stored > PostgresSchema.distributedVersions
        guard isDistributed == (connection.server.distribution != nil) else {
            throw PostgresFailure(
                "42P07",
                "the tables of \(name) are \(isDistributed ? "distributed: open them with" : "on one server, not for") cargo_distribution=citus"
            )
        }
        let version = stored - (isDistributed ? PostgresSchema.distributedVersions : 0)
        guard version <= Int64(PostgresSchema.newest) else { throw .newer(name, version: version) }
        return version
    }
}
#endif
