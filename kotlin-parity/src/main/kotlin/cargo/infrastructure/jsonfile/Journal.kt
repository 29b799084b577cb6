package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path

/**
 * The journal of one store: appends records under compare-and-set, and finds them again.
 *
 * It knows kinds, ids, versions and bytes, not the domain. Not safe for use by several threads at once: a store has one thread for it.
 * Simple where Swift's is fast: one commit after another; but a sync is shared with all processes that appended before it.
 */
internal class Journal private constructor(
    val directory: StoreDirectory,
    private val lockTimeLimit: Long,
    private val medium: Medium,
) {
    /** One record to store, under compare-and-set. */
    class Write(
        val kind: RecordKind,
        val id: String,
        /** The version that the store must hold, 0 for none; the record gets the next one. */
        val expectedVersion: Long,
        val document: ByteArray,
        val customer: String? = null,
        /** Domain events, each one a JSON object, in order; the store numbers them. */
        val events: List<ByteArray> = emptyList(),
    )

    /** What became of a commit. */
    sealed interface Outcome {
        /** All its writes are on the medium. */
        data object Committed : Outcome

        /** A write found another version than it expected; nothing is stored. */
        class Conflict(val actual: Long) : Outcome
    }

    /** How the store is open. */
    private sealed interface Access {
        /** With the locks: [StoreLocks.Place.OPEN] is held, and the state file is exact. */
        class Shared(val store: OpenStore, val writer: JournalWriter) : Access

        /** Without permission to write, or made for newer writers: as it was when it was opened, until the state file says something new. */
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

    /** Where everything stands, as of the last [refresh]. */
    val index: JournalIndex get() = reader.index

    /** How far the active segment is shown. */
    val end: Long get() = reader.end

    /** Takes in what any process has committed since. */
    fun refresh() {
        if (isClosed) throw closed()
        when (val access = opened(isCreated = false)) {
            null -> return
            is Access.Shared -> reader.show(access.store.state.readSync())
            is Access.ReadOnly -> refresh(access)
        }
    }

    /** The state file was of no use when the store was opened; once it is another one, processes that write keep it. */
    private fun refresh(access: Access.ReadOnly) {
        val state = access.state ?: return
        if (!state.bytes().contentEquals(access.seen)) reader.show(state.readSync())
    }

    /** Does a step while nobody writes. */
    fun <T> holdingWritersOff(step: () -> T): T {
        if (isClosed) throw closed()
        return locks.withoutWriters(lockTimeLimit, step)
    }

    /** The newest record of an id, null where there is none; fails where it is damaged, or may have been lost to damage. */
    fun read(kind: RecordKind, id: String): JournalRecord? = reader.read(kind, id)

    /** The newest version of an id, 0 where there is none. */
    fun version(kind: RecordKind, id: String): Long = reader.version(kind, id)

    /** All records of an id, in order; fails where one of them is damaged or missing. */
    fun chain(kind: RecordKind, id: String): JournalReader.Links = reader.chain(kind, id)

    /** One record of an id, wherever in its history; fails where another one stands there. */
    fun link(kind: RecordKind, id: String, version: Long, location: RecordLocation): JournalRecord = reader.record(kind, id, version, location)

    /** The record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): JournalRecord = reader.line(run)

    // Writing

    /** Stores all of the writes, or none. Whatever it answers or throws has happened by then, `store_outcome_unknown` apart. */
    fun commit(writes: List<Write>): Outcome {
        if (isClosed) throw closed()
        return when (val access = checkNotNull(opened(isCreated = true)) { "a store that is missing was created" }) {
            is Access.Shared -> if (writes.isEmpty()) Outcome.Committed else access.writer.commit(writes)
            is Access.ReadOnly -> throw StoreFailure(access.reason)
        }
    }

    private fun closed() = StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "the store has been closed"))

    // Opening

    /** The store as it is open; null where there is none, and none is to be created. */
    private fun opened(isCreated: Boolean): Access? {
        // A store may be deleted and created again while it is open.
        if (access is Access.Shared && !locks.isCurrent()) leave()
        access?.let { return it }
        val manifest = directory.readManifest()?.manifest
        if (manifest == null) {
            if (!isCreated) return null
            directory.create()
        } else if (manifest.minWriter > JournalManifest.WRITER) {
            val cause = "${directory.path} asks for writer ${manifest.minWriter}, this program is writer ${JournalManifest.WRITER}"
            return openReadOnly(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause), showsAll = true)
        }
        try {
            locks.prepare()
        } catch (failure: IOException) {
            // No permission, or a medium that nobody can write.
            if (manifest == null) throw failure
            val isReadOnlyMedium = Files.getFileStore(directory.path).isReadOnly
            return openReadOnly(StoreFailure.of(failure), showsAll = isReadOnlyMedium)
        }
        return openShared()
    }

    private fun openShared(): Access {
        val recovery = JournalRecovery(directory, medium)
        locks.enter(lockTimeLimit) { tails += listOfNotNull(recovery.run()) }
        var state: StateFile? = null
        try {
            state = StateFile.open(directory, medium)
            val store = OpenStore(directory, locks, state, medium, lockTimeLimit)
            reader.show(state.readSync(), isManifestRead = true)
            return Access.Shared(store, JournalWriter(store, reader)).also { access = it }
        } catch (failure: Exception) {
            state?.close()
            locks.leave()
            throw failure
        }
    }

    private fun openReadOnly(reason: DomainError, showsAll: Boolean): Access = locks.withoutWriters(lockTimeLimit) {
        val state = if (Files.exists(directory.path.resolve(StateFile.NAME))) StateFile.open(directory, medium, isWritable = false) else null
        val current = checkNotNull(directory.readManifest()) { "a store has a manifest" }
        val summary = JournalRecovery(directory, medium).scan(current.manifest)
        if (!showsAll && !summary.isClean) {
            val cause = "${directory.path} was not closed in order, and this process may not write to recover it"
            throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, cause))
        }
        reader.load(current, summary.end)
        Access.ReadOnly(state, state?.bytes(), reason).also { access = it }
    }

    // Closing

    /** Marks all that was saved as durable, so that later damage to it is not taken for a torn tail, and closes the files. */
    fun close() {
        if (isClosed) return
        isClosed = true
        try {
            (access as? Access.Shared)?.writer?.mark()
        } catch (_: StoreFailure) {
            // A mark that is missing costs the next opening a sync.
        } catch (_: IOException) {
            // The same.
        } finally {
            leave()
            locks.release()
        }
    }

    /** Closes the files, and gives up the share in the store. */
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
        /** Opens the store in a directory; one that does not exist is empty, and the first commit makes it. */
        fun open(path: Path, lockTimeLimit: Long, allowsNetworkFileSystem: Boolean, medium: Medium = Medium()): Journal {
            val directory = StoreDirectory(path, medium)
            directory.check(allowsNetworkFileSystem)
            val journal = Journal(directory, lockTimeLimit, medium)
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
