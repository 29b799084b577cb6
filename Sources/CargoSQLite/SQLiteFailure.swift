#if SQLite
import CargoDomain
import GRDB

/// Why a SQLite operation failed.
enum SQLiteFailure: Error {
    /// The database belongs to another program.
    case foreign(String)
    /// The database was created by a newer version of the kit.
    case newer(String, version: Int)

    /// Returns the error as callers of the kit see it.
    static func domainError(_ error: any Error) -> DomainError {
        switch error {
        case let error as DomainError: error
        case SQLiteFailure.foreign(let path): .technical(.storeUnavailable, cause: "\(path) is another program's database")
        case SQLiteFailure.newer(let path, let version):
            .technical(.storeSchemaUnsupported, cause: "\(path) has version \(version); this program reads \(SQLiteSchema.steps.count)")
        case let error as DatabaseError: .technical(code(of: error), cause: error.description)
        default: .technical(.storeUnavailable, cause: String(describing: error))
        }
    }

    /// Returns the error of a commit as callers of the kit see it.
    ///
    /// After a failed sync the outcome is unknown: the commit may be in the write-ahead log, and a program that opens the database after a
    /// crash would find it there.
    static func commitError(_ error: any Error) -> DomainError {
        guard let failure = error as? DatabaseError, failure.extendedResultCode == .SQLITE_IOERR_FSYNC else { return domainError(error) }
        return .technical(.storeOutcomeUnknown, cause: failure.description)
    }

    private static func code(of error: DatabaseError) -> DomainError.Code {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .storeLocked
        case .SQLITE_FULL, .SQLITE_TOOBIG: .storeFull
        default: .storeUnavailable
        }
    }
}
#endif
