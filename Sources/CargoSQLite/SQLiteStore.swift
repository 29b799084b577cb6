#if SQLite
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure
import GRDB

/// A store in one SQLite database: for one machine, any number of processes, and whoever wants to ask questions in SQL.
///
/// All of REP-1 to REP-8 hold. The database is in WAL mode with `synchronous=FULL`, and with `fullfsync` on Apple's systems: what was
/// acknowledged survives a crash of the machine.
/// It must not stand on a network file system (sqlite.org/wal.html).
public final class SQLiteStore: CargoStore {
    let repositories: RecordRepositories<SQLiteRecordStore>

    private init(_ records: SQLiteRecordStore, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        repositories = RecordRepositories(records, clock: clock, trackingIds: trackingIds)
    }

    /// Opens a database, makes it where there is none, and brings its tables up to date; any number of processes may do so at once.
    /// - Parameters:
    ///   - path: the file, absolute or seen from the current directory.
    ///   - clock: tells when events occurred.
    ///   - trackingIds: draws the ids of new cargos; one in use or given out before is drawn again.
    ///   - lockTimeLimit: how long to wait for another process's save, in milliseconds.
    /// - Throws: `store_unavailable` (no permission, no database, another program's database), `store_locked`, `store_schema_unsupported`
    ///   (made by a newer version of the kit), `store_full`.
    public static func open(
        _ path: String,
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator(),
        lockTimeLimit: Int = 10_000
    ) async throws(DomainError) -> SQLiteStore {
        let records = try await SQLiteRecordStore.open(path, lockTimeLimit: lockTimeLimit)
        return SQLiteStore(records, clock: clock, trackingIds: trackingIds)
    }

    /// Tells when events occur.
    public var clock: any DomainClock { repositories.clock }
    /// The cargos.
    public var cargos: any CargoRepository { repositories.cargos }
    /// What was done to them.
    public var handlingEvents: any HandlingEventRepository { repositories.handlingEvents }
    /// Handling events together with their cargos.
    public var handlingUnitOfWork: any HandlingUnitOfWork { repositories.handlingUnitOfWork }
    /// The voyages.
    public var voyages: any VoyageRepository { repositories.voyages }
    /// The locations.
    public var locations: any LocationRepository { repositories.locations }
    /// The outbox.
    public var events: any DomainEventFeed { repositories.events }
    /// How far the consumers of the outbox are, for relays.
    public var outboxLanes: any OutboxLaneStore { repositories.outboxLanes }
    /// The idempotency keys of bookings.
    public var bookingKeys: any BookingKeyRepository { repositories.bookingKeys }

    /// All that is stored, for copies.
    package var records: any RecordStore { repositories.store }

    /// Waits for the saves under way and lets go of the file.
    ///
    /// Every call afterwards is `store_unavailable`.
    public func close() async { await repositories.store.close() }
}
#else
/// A store in one SQLite database; it needs the trait SQLite.
@available(*, unavailable, message: "Enable the trait SQLite of cargo-kit to use SQLiteStore.")
public enum SQLiteStore {}
#endif
