#if Postgres
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure

/// A store in a PostgreSQL database: for many machines at once, with PostgreSQL's own replication and fail-over.
///
/// All of REP-1 to REP-8 hold. What was acknowledged is as safe as the server's `synchronous_commit` makes it, but never less than on its
/// disk. A save whose answer is lost with a connection is looked for on a new one; if no server answers within the time limit, the save is
/// `store_outcome_unknown`.
public final class PostgresStore: CargoStore {
    let repositories: RecordRepositories<PostgresRecordStore>
    var records: PostgresRecordStore { repositories.store }
    /// The same over a read replica, for listings.
    private let replica: RecordRepositories<PostgresRecordStore>?
    private let replicaGate = ReplicaGate()
    private let server: PostgresServer
    private let notifier: EventNotifier
    private let channel: String

    /// Connects, makes the tables where there are none, and brings them up to date; any number of programs may do so at once.
    /// - Parameters:
    ///   - url: a connection string of libpq's, `postgres://…`, passed on as it is with all its options of TLS, hosts and sessions.
    ///   - replica: the connection string of a read replica that may list: `findForCustomer` and pages, which may then be a moment old. If it
    ///     does not answer, the primary does, and the replica is left out for ten seconds.
    ///   - schema: where the tables stand; ASCII letters, digits and underscores, 63 at most.
    ///   - clock: tells when events occurred.
    ///   - trackingIds: draws the ids of new cargos; one in use or given out before is drawn again.
    ///   - options: how many connections, and how long to wait.
    /// - Throws: `store_unavailable` (no server, no permission, another program's tables), `store_locked`, `store_schema_unsupported`
    ///   (made by a newer version of the kit), `store_full`.
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

    /// Tells when events occur.
    public var clock: any DomainClock { repositories.clock }
    /// The cargos.
    public var cargos: any CargoRepository {
        guard let replica else { return repositories.cargos }
        return ReplicaCargoRepository(primary: repositories.cargos, replica: replica.cargos, gate: replicaGate)
    }
    /// What was done to them.
    public var handlingEvents: any HandlingEventRepository { repositories.handlingEvents }
    /// Handling events together with their cargos.
    public var handlingUnitOfWork: any HandlingUnitOfWork { repositories.handlingUnitOfWork }
    /// The voyages.
    public var voyages: any VoyageRepository {
        guard let replica else { return repositories.voyages }
        return ReplicaVoyageRepository(primary: repositories.voyages, replica: replica.voyages, gate: replicaGate)
    }
    /// The locations.
    public var locations: any LocationRepository {
        guard let replica else { return repositories.locations }
        return ReplicaLocationRepository(primary: repositories.locations, replica: replica.locations, gate: replicaGate)
    }
    /// The outbox.
    public var events: any DomainEventFeed { repositories.events }
    /// How far the consumers of the outbox are, for relays.
    public var outboxLanes: any OutboxLaneStore { repositories.outboxLanes }
    /// The idempotency keys of bookings.
    public var bookingKeys: any BookingKeyRepository { repositories.bookingKeys }

    /// An element whenever there may be new domain events, of whichever program; the first one at once.
    ///
    /// It has a connection of its own, and spares looking often; it does not replace looking now and then, for a notification may get lost.
    /// It does not work through a pooler that lends connections for a transaction each.
    public func wakeUps() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = EventListener(server, channel: channel) { continuation.yield() }
            continuation.onTermination = { _ in listener.stop() }
        }
    }

    /// Waits for the calls under way and disconnects.
    ///
    /// Every call afterwards is `store_unavailable`.
    public func close() async {
        await records.pool.close()
        await replica?.store.pool.close()
        await notifier.close()
    }
}
#else
/// A store in a PostgreSQL database; it needs the trait Postgres.
@available(*, unavailable, message: "Enable the trait Postgres of cargo-kit to use PostgresStore.")
public enum PostgresStore {}
#endif
