public import CargoApplication
public import CargoDomain
import RecordJournal
import Synchronization

/// A store in a directory: human-readable JSON Lines, safe against crashes, and shareable by several processes.
///
/// It keeps all of REP-1 to REP-11. A directory that doesn't exist is an empty store; the first save creates it. Any number of
/// `JSONFileStore` objects, in this process or others, can have the same directory open.
public final class JSONFileStore: CargoStore {
    let base: RecordRepositories<JournalRecordStore>
    var recordStore: JournalRecordStore { base.store }
    var engine: JournalEngine { recordStore.journal }
    /// The store's repositories; the unit of work saves a handling event and its cargo in one commit.
    public let repositories: Repositories
    private let isClosed = Atomic(false)

    init(records: JournalRecordStore, clock: any DomainClock, trackingIds: any TrackingIdGenerator) {
        base = RecordRepositories(records, clock: clock, trackingIds: trackingIds)
        repositories = base.repositories
    }

    /// Opens the store in a directory.
    ///
    /// Creates nothing; the first save does.
    ///
    /// If the process doesn't handle `SIGXFSZ`, this method makes the whole process ignore it. Exceeding a file size limit (`ulimit -f`)
    /// then returns `store_full` instead of killing the process.
    /// - Parameters:
    ///   - path: the directory, absolute or relative to the current directory.
    ///   - clock: supplies the times of domain events.
    ///   - trackingIds: generates ids for new cargos. An id that is in use or was already issued is generated again.
    ///   - durability: what a crash can lose. By default, nothing.
    ///   - lockTimeout: how long to wait for another process's save.
    ///   - allowsNetworkFileSystem: whether to accept a directory on a network file system, where locks and syncs may not be reliable.
    /// - Throws: `store_unavailable` (not a directory, no permission, or a network file system), `store_locked`, `store_schema_unsupported`
    ///   (created by a newer version of the kit), `corrupt_record` (damaged manifest).
    public static func open(
        _ path: String,
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator(),
        durability: Durability = .everyCommit,
        lockTimeout: Duration = .seconds(10),
        allowsNetworkFileSystem: Bool = false
    ) async throws(DomainError) -> JSONFileStore {
        var options = JournalOptions()
        options.durability = durability.inJournal
        options.lockTimeout = lockTimeout.timeLimit
        options.allowsNetworkFileSystem = allowsNetworkFileSystem
        return try await open(path, clock: clock, trackingIds: trackingIds, options: options)
    }

    static func open(
        _ path: String,
        clock: any DomainClock,
        trackingIds: any TrackingIdGenerator,
        options: JournalOptions
    ) async throws(DomainError) -> JSONFileStore {
        JSONFileStore(records: try await .open(path, kinds: RecordKind.all, options: options), clock: clock, trackingIds: trackingIds)
    }

    /// Supplies the times of domain events.
    public var clock: any DomainClock { base.clock }
    /// Ends saving: waits for pending saves, syncs those that aren't on disk yet, and marks the end of the journal as durable.
    ///
    /// The mark prevents later damage to the last saves from being mistaken for a torn tail. With durability `.none` there is neither a
    /// sync nor a mark. A store that is never closed loses nothing.
    ///
    /// Stores that are opened in one process on the same directory with the same options share an engine. Saving fails after the last of
    /// them is closed. Reading still works. Closing a store again does nothing.
    public func close() async {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { await engine.close() }
    }
}

extension JSONFileStore {
    /// Saves several cargos in one commit, each as its version + 1 with the events it raised.
    ///
    /// Either all are stored or none is (REP-2, REP-3).
    ///
    /// The commit costs one sync regardless of the number of cargos. If a cargo appears twice in the list, nothing is stored.
    /// - Returns: `concurrency_conflict` if one of the cargos was changed by someone else, `corrupt_record` if the stored state of one
    ///   can't be read.
    public func save(_ cargos: [Cargo]) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let repository = base.cargoRepository
            var writes: [RecordWrite] = []
            writes.reserveCapacity(cargos.count)
            for cargo in cargos { writes.append(try await repository.checkedWrite(of: cargo)) }
            switch await recordStore.commit(writes) {
            case .committed: for cargo in cargos { repository.didStore(cargo) }
            case .failed(let error): throw error
            case .conflict(let place, let actual): throw try await repository.conflict(cargos[place], actual: actual)
            }
        }
    }
}
