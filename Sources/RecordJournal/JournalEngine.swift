import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The journal of one store: appends records with compare and set, and reads them.
///
/// It deals in kinds, ids, versions and bytes, not in the domain. Everything that writes or can block runs on one serial queue, or on the
/// calling thread for the blocking methods; a mutex keeps the two apart. Records become visible to readers only once they are as durable as
/// the options require. Any number of engines, in this process or others, can have the same store open.
///
/// Ignores task cancellation: once a commit is enqueued, its outcome is always reported.
package final class JournalEngine: Sendable {
    /// Who uses the engine, and what its background work has done.
    struct Status {
        /// How many users have opened this engine and not closed it.
        ///
        /// At 0 it is closed for good.
        var users = 1
        var isClosed: Bool { users == 0 }
        var recovered: [QuarantinedTail] = []
        /// The size of the store after the last background compaction, or at the time of the last failed one, in bytes.
        var compactedBytes = 0
    }

    /// An open store's lock files and state file.
    struct Session {
        let locks: StoreLocks
        let state: StateFile
    }

    /// State that only the queue uses.
    ///
    /// The mutex around it is uncontended except by blocking calls.
    struct WriterFiles {
        var session: Session?
        /// The locks that this engine holds: `.append`, `.sync`, both or neither.
        var held: Set<LockPlace> = []
        var segment: SegmentWriter
        /// The published end at the last attempt to write a mark.
        var markedEnd = 0
        var isSyncScheduled = false
        /// Whether the active segment is being checked in order to seal it.
        var isSealing = false
        /// The least length at which to seal a segment.
        ///
        /// Raised after sealing has failed.
        var sealsFrom = 0
        /// The duration of the last sync in microseconds.
        var lastSyncTime = 0
        var siblings = CommitSiblings()
    }

    let directory: StoreDirectory
    let options: JournalOptions
    let kinds: [JournalKind]
    let commits = CommitQueue()
    let published: Mutex<PublishedJournal>
    let status = Mutex(Status())
    let files: Mutex<WriterFiles>
    /// Writes snapshots of the index, one at a time.
    let snapshotQueue = DispatchQueue(label: "cargo-kit.journal.snapshot", qos: .utility)
    let snapshotWork = Mutex(SnapshotWork())
    /// When the manifest was last looked up by its path, in milliseconds of the monotonic clock.
    let lastPathLookup = Atomic<Int>(.min / 2)

    var fileSystem: any FileSystem { directory.fileSystem }

    private init(directory: StoreDirectory, kinds: [JournalKind], options: JournalOptions) {
        self.directory = directory
        self.kinds = kinds
        self.options = options
        published = Mutex(PublishedJournal(index: JournalIndex(kinds: kinds), segments: SegmentFiles(directory)))
        files = Mutex(WriterFiles(segment: SegmentWriter(directory, options)))
    }

    /// Opens the store in a directory.
    ///
    /// A directory that doesn't exist is an empty store; the first commit creates it.
    /// - Throws: `store_unavailable` (not a directory, no permission, or a network file system), `store_locked`, `store_schema_unsupported`
    ///   (newer format), `corrupt_record` (damaged manifest).
    package static func open(_ path: String, kinds: [JournalKind], options: JournalOptions = JournalOptions()) async throws(JournalError)
        -> JournalEngine
    {
        let opening = DispatchQueue(label: "cargo-kit.journal.open")
        let result = await withCheckedContinuation { continuation in
            opening.async {
                continuation.resume(
                    returning: Result { () throws(JournalError) in try openBlocking(path, kinds: kinds, options: options) }
                )
            }
        }
        return try result.get()
    }

    /// The blocking version of `open`, on the calling thread.
    package static func openBlocking(_ path: String, kinds: [JournalKind], options: JournalOptions) throws(JournalError) -> JournalEngine {
        ignoreFileSizeSignal()
        let directory = StoreDirectory(path: path, fileSystem: options.fileSystem)
        let identity = try directory.identity()
        if !options.allowsNetworkFileSystem { try directory.refuseRemote() }
        if options.isShared, let identity, let engine = EngineRegistry.engine(for: identity, kinds: kinds, options: options) {
            return engine
        }
        let engine = JournalEngine(directory: directory, kinds: kinds, options: options)
        try engine.files.withLock { (files) throws(JournalError) in
            try engine.join(&files)
        }
        guard options.isShared, let identity else { return engine }
        return EngineRegistry.register(engine, as: identity)
    }

    /// Ignores `SIGXFSZ` if it has no handler, so that exceeding a file size limit is reported as a full store instead of ending the program.
    private static func ignoreFileSizeSignal() {
        var action = sigaction()
        guard sigaction(SIGXFSZ, nil, &action) == 0 else { return }
        #if canImport(Darwin)
        let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
        if handler == 0 { signal(SIGXFSZ, SIG_IGN) }
    }

    /// Adds a user.
    ///
    /// Returns false if the engine is closed.
    func share() -> Bool {
        status.withLock { status in
            if status.isClosed { return false }
            status.users += 1
            return true
        }
    }

    /// Removes a user.
    ///
    /// The last one ends writing: pending commits are written, delayed syncs and a mark follow, and the locks are released.
    ///
    /// Reading still works afterwards. Call it once for each `open`.
    package func close() async {
        await withCheckedContinuation { continuation in
            commits.dispatchQueue.async { [self] in
                drainAll()
                let isLast = status.withLock { status in
                    status.users -= status.isClosed ? 0 : 1
                    return status.isClosed
                }
                if isLast {
                    files.withLock { files in
                        syncEverything(&files)
                        writeMark(&files)
                        trimPadding(&files)
                        if files.segment.active != nil { writeSnapshotOnClosing() }
                        leave(&files)
                    }
                }
                continuation.resume()
            }
        }
    }

    /// The torn tails that this engine moved to `quarantine/`.
    var recoveredTails: [QuarantinedTail] { status.withLock { $0.recovered } }
}
