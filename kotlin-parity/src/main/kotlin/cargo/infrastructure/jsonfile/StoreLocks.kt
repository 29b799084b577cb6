package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.channels.FileLock
import java.nio.file.Files
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/**
 * The three locks between processes (docs/adr/0034): bytes 0, 1 and 2 of `LOCK`, a file that is never deleted.
 *
 * [Place.SYNC] is taken before [Place.APPEND], and a holder of [Place.APPEND] never waits for [Place.SYNC]. `LOCK` holds the process id of the
 * last holder of [Place.APPEND], for messages.
 *
 * A `FileLock` belongs to the whole virtual machine, and closing any channel of the file drops it. So all engines of this machine that have one
 * directory open share this object and its one channel, and a lock within the machine arbitrates between them. Nothing else in this process may
 * open `LOCK`, not even to read it.
 */
internal class StoreLocks private constructor(private val directory: Path) {
    enum class Place {
        /** Held exclusively to append, to cut, and to change the manifest. */
        APPEND,

        /** Held exclusively from before a sync until the state file names the result, or the segment is sealed. */
        SYNC,

        /** Held shared while the store is open; exclusively to recover it. */
        OPEN,
    }

    private val path = directory.resolve(NAME)
    private var users = 0
    private var channel: FileChannel? = null
    private var fileKey: Any? = null

    /** What keeps the engines of this machine apart. */
    private val gates = Place.entries.associateWith { ReentrantLock(true) }
    private val held = ConcurrentHashMap<Place, FileLock>()

    /** How many engines of this machine have the store open. */
    private var openers = 0

    /** Opens the lock file, which is created if it is missing; fails where the store cannot be written. */
    @Synchronized
    fun prepare() {
        if (channel != null) return
        channel = FileChannel.open(path, READ, WRITE, CREATE)
        fileKey = keyOf(path)
    }

    /** Whether the lock file is still the one that others would lock: a store may be deleted and created again while it is open. */
    fun isCurrent(): Boolean = try {
        keyOf(path) == fileKey
    } catch (_: NoSuchFileException) {
        false
    }

    /** Takes a lock exclusively, trying again and again for so many milliseconds. */
    fun acquire(place: Place, timeLimit: Long) {
        val wait = LockWait(timeLimit)
        if (!gates.getValue(place).tryLock(timeLimit, TimeUnit.MILLISECONDS)) throw locked(ProcessHandle.current().pid().toString())
        var isHeld = false
        try {
            while (!tryFile(place)) if (!wait.pause()) throw locked(holder())
            isHeld = true
            if (place == Place.APPEND) signName()
        } finally {
            if (!isHeld) gates.getValue(place).unlock()
        }
    }

    /** Takes a lock exclusively if it is free. */
    fun tryAcquire(place: Place): Boolean {
        val gate = gates.getValue(place)
        if (!gate.tryLock()) return false
        var isHeld = false
        try {
            isHeld = tryFile(place)
            return isHeld
        } finally {
            if (!isHeld) gate.unlock()
        }
    }

    fun release(place: Place) {
        try {
            held.remove(place)?.release()
        } finally {
            gates.getValue(place).unlock()
        }
    }

    /** Does a step while this thread holds the lock. */
    inline fun <T> holding(place: Place, timeLimit: Long, step: () -> T): T {
        acquire(place, timeLimit)
        try {
            return step()
        } finally {
            release(place)
        }
    }

    private fun tryFile(place: Place): Boolean {
        val lock = checkNotNull(channel).tryLock(place.ordinal.toLong(), 1, false) ?: return false
        held[place] = lock
        return true
    }

    /**
     * Counts one more engine of this machine that has the store open.
     *
     * The first one tries [Place.OPEN] exclusively, under [Place.APPEND]: where it is granted no process has the store open, and `recover` works
     * out the state while this thread holds all three locks. Otherwise the state file is exact.
     */
    @Synchronized
    fun enter(timeLimit: Long, recover: () -> Unit) {
        if (openers == 0) holding(Place.APPEND, timeLimit) { open(recover) }
        openers++
    }

    private fun open(recover: () -> Unit) {
        val channel = checkNotNull(channel)
        val place = Place.OPEN.ordinal.toLong()
        val alone = channel.tryLock(place, 1, false)
        try {
            if (alone != null) {
                if (!tryAcquire(Place.SYNC)) throw locked(holder())
                try {
                    recover()
                } finally {
                    release(Place.SYNC)
                }
            }
        } finally {
            // Nobody else can take it before it is shared: that needs the lock that is held.
            alone?.release()
        }
        held[Place.OPEN] = channel.tryLock(place, 1, true) ?: throw locked(holder())
    }

    /** Counts one engine less that has the store open. */
    @Synchronized
    fun leave() {
        if (--openers == 0) held.remove(Place.OPEN)?.release()
    }

    /** Does a step while no process appends, where there are any that could: those need the lock file. */
    fun <T> withoutWriters(timeLimit: Long, step: () -> T): T {
        if (channel != null) return holding(Place.APPEND, timeLimit, step)
        if (!Files.exists(path)) return step()
        FileChannel.open(path, READ).use { channel ->
            val wait = LockWait(timeLimit)
            while (true) {
                val lock = channel.tryLock(Place.APPEND.ordinal.toLong(), 1, true)
                if (lock != null) return step()
                if (!wait.pause()) throw locked(holder(channel))
            }
        }
    }

    /** Gives up the share in the file; the last one closes it. */
    fun release() = synchronized(all) {
        if (--users > 0) return@synchronized
        if (all[directory] === this) all.remove(directory)
        channel?.close()
        channel = null
    }

    /** Writes this process's id into the file, unless it is there already; it serves messages alone, and a full disk may yet have room for the store. */
    private fun signName() {
        val name = "${ProcessHandle.current().pid()}\n"
        val channel = checkNotNull(channel)
        try {
            if (content(channel) == name) return
            channel.truncate(0)
            channel.write(ByteBuffer.wrap(name.toByteArray()), 0)
        } catch (_: IOException) {
            return
        }
    }

    private fun holder(channel: FileChannel? = this.channel): String =
        content(checkNotNull(channel)).takeWhile { it in '0'..'9' }.ifEmpty { "unknown" }

    private fun content(channel: FileChannel): String {
        val buffer = ByteBuffer.allocate(LONGEST_NAME)
        channel.read(buffer, 0)
        return String(buffer.array(), 0, buffer.position(), Charsets.ISO_8859_1)
    }

    private fun locked(holder: String) = StoreFailure(DomainError.technical(Code.STORE_LOCKED, cause = "$path is held by process $holder"))

    companion object {
        /** The file's name in the store. */
        const val NAME = "LOCK"

        private const val LONGEST_NAME = 32

        private val all = HashMap<Path, StoreLocks>()

        /** The locks of a store, by the real path of its directory; to be given back with [release]. */
        fun of(directory: Path): StoreLocks {
            val real = realPath(directory)
            return synchronized(all) {
                all[real]?.let { if (it.channel != null && !it.isCurrent()) all.remove(real) }
                all.getOrPut(real) { StoreLocks(real) }.also { it.users++ }
            }
        }

        /** The path without symbolic links, of which the last parts may be missing. */
        private fun realPath(path: Path): Path {
            val absolute = path.toAbsolutePath().normalize()
            if (Files.exists(absolute)) return absolute.toRealPath()
            return absolute.parent?.let { realPath(it).resolve(absolute.fileName) } ?: absolute
        }

        /** The file's own identity, whatever its name. */
        fun keyOf(path: Path): Any? = Files.readAttributes(path, BasicFileAttributes::class.java).fileKey()
    }
}
