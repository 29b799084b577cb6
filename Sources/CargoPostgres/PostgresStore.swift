#if Postgres
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure

/// A store in a PostgreSQL database, for several machines at once, with PostgreSQL's replication and failover.
///
/// It keeps all of REP-1 to REP-11. Acknowledged saves are as safe as the server's `synchronous_commit` makes them, and always at least on
/// its disk. If the connection breaks before a save is answered, the store looks for the save on a new connection. If no server answers
/// within the time limit, the save fails with `store_outcome_unknown`.
public final class PostgresStore: CargoStore {
    let base: RecordRepositories<PostgresRecordStore>
    var records: PostgresRecordStore { base.store }
    /// The read replica's repositories, for listings.
    private let replica: RecordRepositories<PostgresRecordStore>?
    /// The store's repositories; the unit of work saves a handling event and its cargo in one commit.
    public let repositories: Repositories
    private let server: PostgresServer
    private let notifier: EventNotifier
    private let channel: String

    /// Connects, creates the tables if they don't exist, and migrates them.
    ///
    /// Several programs can do this at once.
    /// - Parameters:
    ///   - url: a libpq connection string, `postgres://…`, passed on unchanged with all its TLS, host and session options.
    ///   - replica: the connection string of a read replica for listings: `findForCustomer` and `findPage` of the repositories. They may
    ///     lag the primary. If the replica doesn't answer, the primary does, and the replica isn't tried again for ten seconds.
    ///   - schema: the schema of the tables: 1 to 63 ASCII letters, digits and underscores.
    ///   - clock: supplies the times of domain events.
    ///   - trackingIds: generates ids for new cargos. An id that is in use or was already issued is generated again.
    ///   - options: the number of connections and the time limits.
    /// - Throws: `store_unavailable` (no server, no permission, or another program's tables), `store_locked`, `store_schema_unsupported`
    ///   (created by a newer version of the kit), `store_full`.
    public static func open(
        _ url: String,
        replica: String? = nil,
        schema: String = "cargo_kit",
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator(),
        options: PostgresOptions = PostgresOptions()
    ) async throws(DomainError) -> PostgresStore {
        let migration = try PostgresMigration(name: schema)
        let store = PostgresStore(
            try PostgresServer(url, options),
            replica: try replica.map { (url) throws(DomainError) in try PostgresServer(url, options) },
            migration,
            clock,
            trackingIds,
            options
        )
        try await store.records.work { (connection, deadline) throws(PostgresFailure) in
            try migration.run(on: connection, until: deadline)
        }
        return store
    }

    private init(
        _ server: PostgresServer,
        replica: PostgresServer?,
        _ migration: PostgresMigration,
        _ clock: any DomainClock,
        _ trackingIds: any TrackingIdGenerator,
        _ options: PostgresOptions
    ) {
        self.server = server
        channel = migration.name
        let notifier = EventNotifier(server, channel: channel)
        self.notifier = notifier
        func base(_ server: PostgresServer) -> RecordRepositories<PostgresRecordStore> {
            let records = PostgresRecordStore(
                pool: ConnectionPool(server, size: options.connections, poolTimeout: options.poolTimeout.timeLimit),
                schema: migration.quoted,
                callTimeout: options.callTimeout.timeLimit,
                didRaise: { notifier.tell() }
            )
            return RecordRepositories(records, clock: clock, trackingIds: trackingIds)
        }
        self.base = base(server)
        self.replica = replica.map(base)
        repositories = Self.repositories(self.base.repositories, listingFrom: self.replica?.repositories)
    }

    private static func repositories(_ primary: Repositories, listingFrom replica: Repositories?) -> Repositories {
        guard let replica else { return primary }
        let gate = ReplicaGate()
        return primary.replacing(
            cargos: ReplicaCargoRepository(primary: primary.cargos, replica: replica.cargos, gate: gate),
            voyages: ReplicaVoyageRepository(primary: primary.voyages, replica: replica.voyages, gate: gate),
            locations: ReplicaLocationRepository(primary: primary.locations, replica: replica.locations, gate: gate),
            handlingUnitOfWork: primary.handlingUnitOfWork
        )
    }

    /// Supplies the times of domain events.
    public var clock: any DomainClock { base.clock }
    /// A stream that yields whenever there may be new domain events from any program, and once at the start.
    ///
    /// It uses a connection of its own. With it you can poll less often, but keep polling, because a notification can get lost. It doesn't
    /// work through a pooler in transaction mode.
    public func notifications() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = EventListener(server, channel: channel) { continuation.yield() }
            continuation.onTermination = { _ in listener.stop() }
        }
    }

    /// Waits for running calls and disconnects.
    ///
    /// Later calls return `store_unavailable`.
    public func close() async {
        await records.pool.close()
        await replica?.store.pool.close()
        await notifier.close()
    }
}
#else
/// A store in a PostgreSQL database.
///
/// It requires the trait Postgres.
@available(*, unavailable, message: "Enable the trait Postgres of cargo-kit to use PostgresStore.")
public enum PostgresStore {}
#endif
