public import CargoApplication
public import CargoDomain

/// A store in a directory: plain JSON Lines that a person can read, safe against crashes, shared by several processes.
///
/// All of REP-1 to REP-8 hold. A directory that does not exist is an empty store; the first save makes it. Several objects, in this process
/// or in others, may have one directory open at a time.
public final class JSONFileStore: CargoStore {
    let repositories: RecordRepositories<JournalEngine>
    var engine: JournalEngine { repositories.store }

    init(engine: JournalEngine, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        repositories = RecordRepositories(engine, clock: clock, trackingIds: trackingIds)
    }

    /// Opens the store in a directory; nothing is created before the first save.
    ///
    /// A file size limit (`ulimit -f`) shows as `store_full`: for that, `SIGXFSZ` is ignored in the whole process unless somebody handles it.
    /// - Parameters:
    ///   - path: the directory, absolute or seen from the current one.
    ///   - clock: tells when events occurred.
    ///   - trackingIds: draws the ids of new cargos; one in use or given out before is drawn again.
    ///   - durability: what a crash may take; nothing, by default.
    ///   - lockTimeLimit: how long to wait for another process's save, in milliseconds.
    ///   - allowsNetworkFileSystem: whether a directory on another machine is accepted, where locks and syncs may not hold what they promise.
    /// - Throws: `store_unavailable` (not a directory, no permission, a network file system), `store_locked`, `store_schema_unsupported`
    ///   (made by a newer version of the kit), `corrupt_record` (the manifest).
    public static func open(
        _ path: String,
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator(),
        durability: Durability = .everyCommit,
        lockTimeLimit: Int = 10_000,
        allowsNetworkFileSystem: Bool = false
    ) async throws(DomainError) -> JSONFileStore {
        var options = JournalOptions()
        options.durability = durability
        options.lockTimeLimit = lockTimeLimit
        options.allowsNetworkFileSystem = allowsNetworkFileSystem
        return try await open(path, clock: clock, trackingIds: trackingIds, options: options)
    }

    static func open(
        _ path: String,
        clock: any DomainClock,
        trackingIds: any TrackingIdGenerator,
        options: JournalOptions
    ) async throws(DomainError) -> JSONFileStore {
        JSONFileStore(engine: try await .open(path, kinds: RecordKind.all, options: options), clock: clock, trackingIds: trackingIds)
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

    /// Waits for the saves under way and marks all that was saved as durable, so that later damage to it is never taken for a torn tail.
    ///
    /// Nothing is lost where it is not called. Saving fails afterwards, reading goes on.
    public func close() async { await engine.close() }
}
