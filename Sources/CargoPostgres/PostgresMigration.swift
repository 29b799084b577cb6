#if Postgres
import CargoDomain

/// Brings the tables up to date; of many programs that start at once, one does.
struct PostgresMigration {
    /// The schema's name.
    let name: String
    /// The schema's name as SQL has it.
    var quoted: String { "\"\(name)\"" }
    /// How long a step may take; one that moves data takes longer than any call.
    private static let stepTimeLimit = Duration.seconds(3600)
    private var versions: String { "\(quoted).schema_version" }

    /// Takes a name that needs no escaping anywhere.
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

    /// Takes the steps that the database has not taken.
    func run(on connection: PostgresConnection, until deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        // Whoever finds everything in place needs no right to change tables, and no server that lets write.
        if try version(connection, deadline) == Int64(PostgresSchema.newest) { return }
        try connection.script("BEGIN", until: deadline)
        do throws(PostgresFailure) {
            _ = try connection.run("SELECT pg_advisory_xact_lock(hashtextextended('cargo-kit ' || $1, 0))", [.text(name)], until: deadline)
            try takeSteps(connection, deadline)
            try connection.script("COMMIT", until: max(deadline, .now + .seconds(30)))
        } catch {
            connection.rollBack(until: deadline)
            throw error
        }
    }

    private func takeSteps(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        let steps = PostgresSchema.steps(in: quoted)
        let version: Int
        if let known = try self.version(connection, deadline) {
            guard known <= Int64(steps.count) else { throw .newer(name, version: known) }
            version = Int(known)
        } else {
            try prepareSchema(connection, deadline)
            version = 0
        }
        guard version < steps.count else { return }
        for step in steps[version...] { try connection.script(step, until: .now + Self.stepTimeLimit) }
        try connection.script("UPDATE \(versions) SET version = \(steps.count)", until: max(deadline, .now + .seconds(30)))
    }

    /// Makes the schema where there is none, and the table that says which version it has.
    private func prepareSchema(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) {
        let found = try connection.run(
            """
            SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
            EXISTS (SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1)
            """,
            [.text(name)],
            until: deadline
        )
        guard !found.isTrue(0, 1) else { throw PostgresFailure("42P07", "the schema \(name) holds another program's tables") }
        if !found.isTrue(0, 0) { try connection.script("CREATE SCHEMA \(quoted)", until: deadline) }
        try connection.script(
            """
            CREATE TABLE \(versions) (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);
            INSERT INTO \(versions) (version) VALUES (0)
            """,
            until: deadline
        )
    }

    /// The version of the tables; nil where there are none.
    private func version(_ connection: PostgresConnection, _ deadline: PostgresConnection.Deadline) throws(PostgresFailure) -> Int64? {
        // Not by to_regclass, which may answer from a cache that is older than the lock.
        let table = try connection.run(
            """
            SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relname = 'schema_version')
            """,
            [.text(name)],
            until: deadline
        )
        guard table.isTrue(0, 0) else { return nil }
        let rows = try connection.run("SELECT version FROM \(versions)", until: deadline)
        guard rows.count == 1 else { throw PostgresFailure("42P07", "the schema \(name) says nothing of its version") }
        let version = rows.integer(0, 0)
        guard version <= Int64(PostgresSchema.newest) else { throw .newer(name, version: version) }
        return version
    }
}
#endif
