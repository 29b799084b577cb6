package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path

/**
 * The journal of a store: appends records under compare-and-set, and finds them again.
 *
 * It handles kinds, ids, versions and bytes, but not the domain. It isn't thread-safe: each store uses it on a single
 * thread. Unlike the Swift engine, it writes one commit at a time. A sync still serves every process that appended
 * before it.
 */
internal class Journal private constructor(
    val directory: StoreDirectory,
    private val lockTimeout: Long,
    private val medium: Medium,
) {
    /** A record to store under compare-and-set. */
    class Write(
        val kind: RecordKind,
        val id: String,
        /**
         * The version that the store must hold; 0 if it must have no record.
         *
         * The write stores the next version.
         */
        val expectedVersion: Long,
        val document: ByteArray,
        /** The schema version of the document. */
        val schema: Long = RecordKind.SCHEMA,
        val customer: String? = null,
        /** For a cargo, what its header says of it. */
        val cargoIndex: CargoIndexEntry = CargoIndexEntry(),
        /**
         * The domain events in order, each a JSON object.
         *
         * The store numbers them.
         */
        val events: List<ByteArray> = emptyList(),
    ) {
        companion object {
            /**
             * Creates the write that removes an id, and says why or where to. A later write with the next version gives
             * the id a state again.
             */
            fun removal(
                kind: RecordKind,
                id: String,
                expectedVersion: Long,
                document: ByteArray = "{}".encodeToByteArray(),
                events: List<ByteArray> = emptyList(),
            ) = Write(kind, id, expectedVersion, document, RecordKind.REMOVED, events = events)
        }
    }

    /** The result of a commit. */
    sealed interface Outcome {
        /** All writes are on disk. */
        data object Committed : Outcome

        /** A write expected a different version than the stored one; nothing is stored. */
        class Conflict(val write: Write, val actual: Long) : Outcome
    }

    /** How the store is opened. */
    private sealed interface Access {
        /** Opened for writing: this process holds [StoreLocks.Place.OPEN], and the state file is exact. */
        class Shared(val store: OpenStore, val writer: JournalWriter) : Access

        /**
         * Opened read-only, because the process has no write permission or the store requires a newer writer. Shows the
         * store as it was when opened, until the state file changes.
         */
        class ReadOnly(val state: StateFile?, val seen: ByteArray?, val reason: DomainError) : Access
    }

    private var locks = StoreLocks.of(directory.path)
    private val reader = JournalReader(directory)
    private var access: Access? = null
    private var isClosed = false
    private val tails = ArrayList<RecoveredTail>()

    /** The torn tails that this journal has moved to `quarantine/`. */
    val recoveredTails: List<RecoveredTail> get() = tails + (access as? Access.Shared)?.writer?.tails.orEmpty()

    // Reading

    /** The index, as of the last [refresh]. */
    val index: JournalIndex get() = reader.index

    /** The offset up to which the active segment is published. */
    val end: Long get() = reader.end

    /** Reads what any process has committed since the last call. */
    fun refresh() {
        if (isClosed) throw closed()
        when (val access = opened(isCreated = false)) {
            null -> return
            is Access.Shared -> reader.show(access.store.state.readSync())
            is Access.ReadOnly -> refresh(access)
        }
    }

    /**
     * The state file wasn't usable when the store was opened. Once it has changed, a writing process keeps it up to
     * date.
     */
    private fun refresh(access: Access.ReadOnly) {
        val state = access.state ?: return
        if (!state.bytes().contentEquals(access.seen)) reader.show(state.readSync())
    }

    /** Runs a step while no process writes. */
    fun <T> holdingWritersOff(step: () -> T): T {
        if (isClosed) throw closed()
        return locks.withoutWriters(lockTimeout, step)
    }

    /**
     * Returns the newest record of an id; null if there is none or the id was removed. Fails if the record is damaged
     * or may have been lost to damage.
     */
    fun read(kind: RecordKind, id: String): JournalRecord? = newest(kind, id)?.takeIf { !it.header.isRemoved }

    /** Returns what [read] does, or the record that says that the id was removed. */
    fun newest(kind: RecordKind, id: String): JournalRecord? = reader.newest(kind, id)

    /** Returns the newest version of an id; 0 if there is none. */
    fun version(kind: RecordKind, id: String): Long = reader.version(kind, id)

    /**
     * Returns all records of an id in order, since it was last removed. Fails if one of them is damaged or missing.
     */
    fun chain(kind: RecordKind, id: String): JournalReader.Links = reader.chain(kind, id)

    /**
     * Returns a record of an id from any place in its history, of any version if none is given. Fails if another record
     * is at that location.
     */
    fun link(kind: RecordKind, id: String, version: Long?, location: RecordLocation): JournalRecord =
        reader.record(kind, id, version, location)

    /** Returns the record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): JournalRecord = reader.line(run)

    // Writing

    /**
     * Stores all of the writes or none of them. The outcome is certain when it returns or throws, except for
     * `store_outcome_unknown`.
     */
    fun commit(writes: List<Write>): Outcome {
        if (isClosed) throw closed()
        return when (val access = checkNotNull(opened(isCreated = true)) { "a store that is missing was created" }) {
            is Access.Shared -> if (writes.isEmpty()) Outcome.Committed else access.writer.commit(writes)
            is Access.ReadOnly -> throw StoreFailure(access.reason)
        }
    }

    private fun closed() = StoreFailure.technical(Code.STORE_UNAVAILABLE, "the store has been closed")

    // Opening

    /** Returns the opened store; null if it doesn't exist and must not be created. */
    private fun opened(isCreated: Boolean): Access? {
        // The store may have been deleted and created again since it was opened.
        if (access is Access.Shared && !locks.isCurrent()) leave()
        access?.let { return it }
        val manifest = directory.readManifest()?.manifest
        if (manifest == null) {
            if (!isCreated) return null
            directory.create()
        } else if (manifest.minWriter > JournalManifest.WRITER) {
            val needed = "${directory.path} requires writer ${manifest.minWriter}"
            val cause = "$needed; this program is writer ${JournalManifest.WRITER}"
            return openReadOnly(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause), showsAll = true)
        }
        try {
            locks.prepare()
        } catch (failure: IOException) {
            // No write permission, or a read-only file system.
            if (manifest == null) throw failure
            val isReadOnlyMedium = Files.getFileStore(directory.path).isReadOnly
            return openReadOnly(StoreFailure.of(failure), showsAll = isReadOnlyMedium)
        }
        return openShared()
    }

    private fun openShared(): Access {
        val recovery = JournalRecovery(directory, medium)
        locks.enter(lockTimeout) { tails += listOfNotNull(recovery.run()) }
        var state: StateFile? = null
        try {
            state = StateFile.open(directory, medium)
            val store = OpenStore(directory, locks, state, medium, lockTimeout)
            reader.show(state.readSync(), isManifestRead = true)
            return Access.Shared(store, JournalWriter(store, reader)).also { access = it }
        } catch (failure: Exception) {
            state?.close()
            locks.leave()
            throw failure
        }
    }

    private fun openReadOnly(reason: DomainError, showsAll: Boolean): Access = locks.withoutWriters(lockTimeout) {
        val state = if (Files.exists(directory.path.resolve(StateFile.NAME))) StateFile.open(
            directory,
            medium,
            isWritable = false,
        ) else null
        val current = checkNotNull(directory.readManifest()) { "a store has a manifest" }
        val summary = JournalRecovery(directory, medium).scan(current.manifest)
        if (!showsAll && !summary.isClean) {
            val cause = "${directory.path} was not closed cleanly, and this process may not write to recover it"
            throw StoreFailure.technical(Code.STORE_UNAVAILABLE, cause)
        }
        reader.load(current, summary.end)
        Access.ReadOnly(state, state?.bytes(), reason).also { access = it }
    }

    // Closing

    /**
     * Marks everything saved as durable, so that later damage to it isn't mistaken for a torn tail, and closes the
     * files.
     */
    fun close() {
        if (isClosed) return
        isClosed = true
        try {
            (access as? Access.Shared)?.writer?.mark()
        } catch (_: StoreFailure) {
            // Without the mark, the next process to open the store has to sync it.
        } catch (_: IOException) {
            // As above.
        } finally {
            leave()
            locks.release()
        }
    }

    /** Closes the files and leaves the store. */
    private fun leave() {
        reader.close()
        when (val access = access) {
            is Access.Shared -> {
                access.writer.close()
                access.store.state.close()
                locks.leave()
                tails += access.writer.tails
            }
            is Access.ReadOnly -> access.state?.close()
            null -> Unit
        }
        access = null
        if (isClosed) return
        locks.release()
        locks = StoreLocks.of(directory.path)
    }

    companion object {
        /** Opens the store in a directory. One that doesn't exist is empty, and the first commit creates it. */
        fun open(path: Path, lockTimeout: Long, allowsNetworkFileSystem: Boolean, medium: Medium = Medium()): Journal {
            val directory = StoreDirectory(path, medium)
            directory.check(allowsNetworkFileSystem)
            val journal = Journal(directory, lockTimeout, medium)
            try {
                journal.refresh()
            } catch (failure: Exception) {
                journal.close()
                throw failure
            }
            return journal
        }
    }
}
