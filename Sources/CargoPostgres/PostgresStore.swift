#if Postgres
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure

/// A store in a PostgreSQL database, for several machines at once, with PostgreSQL's replication and failover.
///
/// It keeps all of REP-1 to REP-8. Acknowledged saves are as safe as the server's `synchronous_commit` makes them, and always at least on
/// its disk. If the connection breaks before a save is answered, the store looks for the save on a new connection. If no server answers
/// within the time limit, the save fails with `store_outcome_unknown`.
public final class PostgresStore: CargoStore {
    let repositories: RecordRepositories<PostgresRecordStore>
    var records: PostgresRecordStore { repositories.store }
    /// The same repositories on a read replica, for listings.
    private let replica: RecordRepositories<PostgresRecordStore>?
    private let replicaGate = ReplicaGate()
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
        func repositories(_ server: PostgresServer) -> RecordRepositories<PostgresRecordStore> {
            let records = PostgresRecordStore(
                pool: ConnectionPool(server, size: options.connections, waitTimeLimit: options.waitTimeLimit),
                schema: migration.quoted,
                callTimeLimit: options.callTimeLimit,
                didRaise: { notifier.tell() }
            )
            return RecordRepositories(records, clock: clock, trackingIds: trackingIds)
        }
        self.repositories = repositories(server)
        self.replica = replica.map(repositories)
    }

    /// Supplies the times of domain events.
    public var clock: any DomainClock { repositories.clock }
    /// The repository of cargos.
    public var cargos: any CargoRepository {
        guard let replica else { return repositories.cargos }
        return ReplicaCargoRepository(primary: repositories.cargos, replica: replica.cargos, gate: replicaGate)
    }
    /// The repository of handling events.
    public var handlingEvents: any HandlingEventRepository { repositories.handlingEvents }
    /// Saves a handling event and its cargo in one commit.
    public var handlingUnitOfWork: any HandlingUnitOfWork { repositories.handlingUnitOfWork }
    /// The repository of voyages.
    public var voyages: any VoyageRepository {
        guard let replica else { return repositories.voyages }
        return ReplicaVoyageRepository(primary: repositories.voyages, replica: replica.voyages, gate: replicaGate)
    }
    /// The repository of locations.
    public var locations: any LocationRepository {
        guard let replica else { return repositories.locations }
        return ReplicaLocationRepository(primary: repositories.locations, replica: replica.locations, gate: replicaGate)
    }
    /// The domain events of the outbox, in order.
    public var events: any DomainEventFeed { repositories.events }
    /// The positions of the outbox's consumers, for relays.
    public var outboxLanes: any OutboxLaneStore { repositories.outboxLanes }
    /// The idempotency keys of bookings.
    public var bookingKeys: any BookingKeyRepository { repositories.bookingKeys }

    /// A stream that yields whenever there may be new domain events from any program, and once at the start.
    ///
    /// It uses a connection of its own. With it you can poll less often, but keep polling, because a notification can get lost. It doesn't
    /// work through a pooler in transaction mode.
    public func wakeUps() -> AsyncStream<Void> {
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
