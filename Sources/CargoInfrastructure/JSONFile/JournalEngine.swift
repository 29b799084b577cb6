import CargoDomain
import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The journal of one store: appends records under compare-and-set, and finds them again.
///
/// It knows kinds, ids, versions and bytes, not the domain. Everything that writes or may wait runs on one serial queue; the index is
/// published only after the bytes are on the medium. Any number of engines, in this process and in others, may have the same store open.
/// A task's cancellation is not looked at: a commit that was handed over has its outcome reported.
final class JournalEngine: Sendable {
    /// What commits go through on their way to the queue.
    struct Intake {
        var pending: [QueuedCommit] = []
        /// How many commits the writer waits for; the one that makes them up signals it.
        var awaited: Int?
        var isDraining = false
        /// How many have opened this engine and not closed it; once nobody has it open, it is closed for good.
        var users = 1
        var isClosed: Bool { users == 0 }
        var recovered: [RecoveredTail] = []
        /// Work for the queue, to be done between two batches.
        var jobs: [@Sendable (JournalEngine, inout WriterFiles) -> Void] = []
        /// The bytes that the last compaction in the background left, or found where it failed.
        var compactedBytes = 0
    }

    /// What this engine has of a store while that is open: its lock files and its state file.
    struct Session {
        let locks: StoreLocks
        let state: StateFile
    }

    /// The active segment, open for writing.
    struct ActiveSegment {
        let number: UInt32
        let file: FileDescriptor
        /// Where the data ended, under the lock `.append`, when the file was opened; a sync proves nothing about older bytes.
        var witness: Int?
    }

    /// What only the queue uses; the mutex around it is never contended.
    struct WriterFiles {
        var session: Session?
        /// Which locks this engine holds, of `.append` and `.sync`.
        var held: Set<LockPlace> = []
        var active: ActiveSegment?
        /// The active segment's length, padding included, when it was last seen; nil where it has to be asked for.
        var activeSize: Int?
        /// What readers saw of the active segment when this engine last wrote a mark, or tried to.
        var markedEnd = 0
        var isSyncScheduled = false
        /// Whether the active segment is being checked, to be sealed then.
        var isSealing = false
        /// No segment is sealed below this length; raised where sealing has failed.
        var sealsFrom = 0
        /// How many batches this engine has written.
        var batches = 0
        /// How many commits the last batch had, and how many nanoseconds it took.
        var lastBatch = (count: 0, time: 0)
        /// How many microseconds the last sync took.
        var lastSyncTime = 0
        /// The segment that there was no room to fill ahead.
        var unfillable: UInt32?
    }

    let directory: StoreDirectory
    let options: JournalOptions
    let kinds: [RecordKind]
    let queue = DispatchQueue(label: "cargo-kit.journal")
    /// Signalled when as many commits wait as the writer asks for.
    let arrival = DispatchSemaphore(value: 0)
    let published: Mutex<PublishedJournal>
    let intake = Mutex(Intake())
    let files = Mutex(WriterFiles())
    /// Where snapshots of the index are written, one at a time.
    let snapshotQueue = DispatchQueue(label: "cargo-kit.journal.snapshot", qos: .utility)
    let snapshotWork = Mutex(SnapshotWork())

    var fileSystem: any FileSystem { directory.fileSystem }

    private init(directory: StoreDirectory, kinds: [RecordKind], options: JournalOptions) {
        self.directory = directory
        self.kinds = kinds
        self.options = options
        published = Mutex(PublishedJournal(index: JournalIndex(kinds: kinds), segments: SegmentFiles(directory)))
    }

    /// Opens the store in a directory; one that does not exist is empty, and the first commit makes it.
    /// - Throws: `store_unavailable` (not a directory, no permission, a network file system), `store_locked`,
    ///   `store_schema_unsupported` (a newer format), `corrupt_record` (a broken manifest).
    static func open(_ path: String, kinds: [RecordKind], options: JournalOptions = JournalOptions()) async throws(DomainError)
        -> JournalEngine
    {
        let opening = DispatchQueue(label: "cargo-kit.journal.open")
        let result = await withCheckedContinuation { continuation in
            opening.async {
                continuation.resume(
                    returning: Result { () throws(DomainError) in try openBlocking(path, kinds: kinds, options: options) }
                )
            }
        }
        return try result.get()
    }

    private static func openBlocking(_ path: String, kinds: [RecordKind], options: JournalOptions) throws(DomainError) -> JournalEngine {
        ignoreFileSizeSignal()
        let directory = StoreDirectory(path: path, fileSystem: options.fileSystem)
        let identity = try directory.identity()
        if !options.allowsNetworkFileSystem { try directory.refuseRemote() }
        if options.isShared, let identity, let engine = EngineRegistry.engine(for: identity, kinds: kinds, options: options) {
            return engine
        }
        let engine = JournalEngine(directory: directory, kinds: kinds, options: options)
        try engine.files.withLock { (files) throws(DomainError) in
            try engine.join(&files)
        }
        guard options.isShared, let identity else { return engine }
        return EngineRegistry.register(engine, as: identity)
    }

    /// A file size limit is a full store, not the end of the program.
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

    /// Counts one more user in, unless the engine is closed.
    func share() -> Bool {
        intake.withLock { intake in
            if intake.isClosed { return false }
            intake.users += 1
            return true
        }
    }

    /// Ends writing, if this was the last user: waits for the commits handed over, brings everything to the medium, marks it, and releases
    /// the locks.
    ///
    /// Reading stays possible. To be called once for each `open`.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                drainAll()
                let isLast = intake.withLock { intake in
                    intake.users -= intake.isClosed ? 0 : 1
                    return intake.isClosed
                }
                if isLast {
                    files.withLock { files in
                        syncEverything(&files)
                        writeMark(&files)
                        trimPadding(&files)
                        if files.active != nil { writeSnapshotOnClosing() }
                        leave(&files)
                    }
                }
                continuation.resume()
            }
        }
    }

    /// The torn tails that this engine has moved to `quarantine/`.
    var recoveredTails: [RecoveredTail] { intake.withLock { $0.recovered } }
}
