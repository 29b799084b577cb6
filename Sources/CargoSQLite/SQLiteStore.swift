#if SQLite
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure
import GRDB

/// A store in one SQLite database, for one machine and any number of processes, with the data open to SQL queries.
///
/// It keeps all of REP-1 to REP-11. The database uses WAL mode with `synchronous=FULL`, and `fullfsync` on Apple platforms, so acknowledged
/// saves survive a system crash. Erasing a customer writes the database anew, and saves wait meanwhile.
///
/// Don't put the database on a network file system (sqlite.org/wal.html).
public final class SQLiteStore: CargoStore {
    let base: RecordRepositories<SQLiteRecordStore>
    /// The store's repositories; the unit of work saves a handling event and its cargo in one commit.
    public let repositories: Repositories

    private init(_ records: SQLiteRecordStore, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        base = RecordRepositories(records, clock: clock, trackingIds: trackingIds)
        repositories = base.repositories
    }

    /// Opens a database, creating it if it doesn't exist, and migrates its tables.
    ///
    /// Several processes can do this at once.
    /// - Parameters:
    ///   - path: the file, absolute or relative to the current directory.
    ///   - clock: supplies the times of domain events.
    ///   - trackingIds: generates ids for new cargos. An id that is in use or was already issued is generated again.
    ///   - lockTimeout: how long to wait for another process's save.
    /// - Throws: `store_unavailable` (no permission, not a database, or another program's database), `store_locked`,
    ///   `store_schema_unsupported` (created by a newer version of the kit), `store_full`.
    public static func open(
        _ path: String,
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator(),
        lockTimeout: Duration = .seconds(10)
    ) async throws(DomainError) -> SQLiteStore {
        let records = try await SQLiteRecordStore.open(path, lockTimeout: lockTimeout)
        return SQLiteStore(records, clock: clock, trackingIds: trackingIds)
    }

    /// Supplies the times of domain events.
    public var clock: any DomainClock { base.clock }
    /// The store's records, for copying it.
    package var records: any RecordStore { base.store }

    /// Waits for running saves and closes the database.
    ///
    /// Later calls return `store_unavailable`.
    public func close() async { await base.store.close() }
}
#else
/// A store in one SQLite database.
///
/// It requires the trait SQLite.
@available(*, unavailable, message: "Enable the trait SQLite of cargo-kit to use SQLiteStore.")
public enum SQLiteStore {}
#endif
