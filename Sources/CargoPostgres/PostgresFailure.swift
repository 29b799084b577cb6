#if Postgres
import CargoDomain

/// Why PostgreSQL did not do what it was asked for, and whether it may have done it all the same.
struct PostgresFailure: Error {
    /// The SQLSTATE; of a connection that was lost or never made, one of class 08.
    let state: String
    /// What the server or the library said; without the password.
    let text: String
    /// Whether the answer was lost: what was sent may have been done.
    let isOpen: Bool

    /// Joins what was said and what it means.
    init(_ state: String, _ text: String, isOpen: Bool = false) {
        self.state = state
        self.text = text
        self.isOpen = isOpen
    }

    /// The failure as callers of the kit see it.
    var domainError: DomainError {
        // A prepared statement that is not known, or is known already, belongs to somebody else's use of the same connection.
        let hint = ["26000", "42P05"].contains(state) ? " (behind a pooler that lends connections: cargo_prepare=false)" : ""
        return .technical(Self.code(of: state), cause: "\(state): \(text)\(hint)")
    }

    /// Whether the same transaction may well succeed when it is run again (serialization failure, deadlock).
    var isPassing: Bool { state == "40001" || state == "40P01" }

    /// Whether another server, or the same one a moment later, may answer: this one is down, starting, stopping or only for reading.
    var isOfConnection: Bool {
        state.hasPrefix("08") || ["25006", "57P01", "57P02", "57P03", "57P05", "26000", "0A000"].contains(state)
    }

    /// SQLSTATE → code of the kit; the one table (postgresql.org/docs/current/errcodes-appendix.html).
    static func code(of state: String) -> DomainError.Code {
        switch state {
        case "40001", "40P01", "55P03": .storeLocked  // serialization failure, deadlock, lock not available
        case "53100", "54000": .storeFull  // disk full, program limit exceeded
        case "3F000Z": .storeSchemaUnsupported  // our own: a newer version of the kit made the tables
        default: .storeUnavailable  // 08 connection, 25006 read only, 28 authorization, 42 tables, 53300 connections, 57 operator …
        }
    }

    /// A newer version of the kit made the tables.
    static func newer(_ schema: String, version: Int64) -> PostgresFailure {
        PostgresFailure("3F000Z", "\(schema) has version \(version), this program reads \(PostgresSchema.newest)")
    }
}
#endif
