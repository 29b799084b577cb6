#if Postgres
import CargoDomain

/// A PostgreSQL error, and whether the statement may have taken effect anyway.
struct PostgresFailure: Error {
    /// The SQLSTATE.
    ///
    /// For a connection that was lost or couldn't be made, one of class 08.
    let state: String
    /// The message of the server or of libpq, without the password.
    let text: String
    /// Whether the result was lost, so that the statement may have taken effect.
    let isOpen: Bool

    /// Creates a failure.
    init(_ state: String, _ text: String, isOpen: Bool = false) {
        self.state = state
        self.text = text
        self.isOpen = isOpen
    }

    /// Whether an error of a coordinator of Citus, over a sound connection, leaves open whether the statement took effect: it has lost a worker, or
    /// the worker has committed while the statement was cancelled.
    ///
    /// A worker that couldn't even be connected to hasn't run it; libpq says so with these words, in English. If a server is lost during the commit,
    /// Citus reports one of several internal errors.
    static func leavesOpen(_ state: String, _ text: String) -> Bool {
        switch state {
        case "08006", "57P01", "57P02": !text.contains("connection to server ")
        case "57014", "XX000": true
        default: false
        }
    }

    /// The error as callers of the kit see it.
    var domainError: DomainError {
        // A prepared statement that is unknown or already exists means that another client uses the same server connection.
        let hint = ["26000", "42P05"].contains(state) ? " (if a pooler shares the connections, set cargo_prepare=false)" : ""
        return .technical(Self.code(of: state), cause: "\(state): \(text)\(hint)")
    }

    /// Whether the same transaction may succeed if it runs again (serialization failure, deadlock).
    var isPassing: Bool { state == "40001" || state == "40P01" }

    /// Whether another server, or this one a moment later, may answer: it is down, starting, stopping, or read-only.
    var isOfConnection: Bool {
        state.hasPrefix("08") || ["25006", "57P01", "57P02", "57P03", "57P05", "26000", "0A000"].contains(state)
    }

    /// Maps a SQLSTATE to an error code of the kit.
    ///
    /// This is the only such table (postgresql.org/docs/current/errcodes-appendix.html).
    static func code(of state: String) -> DomainError.Code {
        switch state {
        case "40001", "40P01", "55P03": .storeLocked  // serialization failure, deadlock, lock not available
        case "53100", "54000": .storeFull  // disk full, program limit exceeded
        case "3F000Z": .storeSchemaUnsupported  // our own: a newer version of the kit made the tables
        default: .storeUnavailable  // 08 connection, 25006 read only, 28 authorization, 42 tables, 53300 connections, 57 operator …
        }
    }

    /// Makes the failure for tables created by a newer version of the kit.
    static func newer(_ schema: String, version: Int64) -> PostgresFailure {
        PostgresFailure("3F000Z", "\(schema) has version \(version); this program reads \(PostgresSchema.newest)")
    }
}
#endif
