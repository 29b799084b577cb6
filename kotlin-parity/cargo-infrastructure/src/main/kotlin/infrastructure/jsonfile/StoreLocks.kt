package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError.Code
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
 * The three locks between processes (docs/design/journal-commits.md): bytes 0, 1 and 2 of the file `LOCK`, which is
 * never deleted.
 *
 * [Place.SYNC] is taken before [Place.APPEND], and a process that holds [Place.APPEND] never waits for [Place.SYNC].
 * `LOCK` contains the process id of the last holder of [Place.APPEND], for messages.
 *
 * A `FileLock` belongs to the whole virtual machine, and closing any channel of the file releases it. So all stores in
 * this process with the same directory share this object and its single channel, and a lock inside the process
 * arbitrates between them. Nothing else in this process may open `LOCK`, not even for reading.
 */
internal class StoreLocks private constructor(private val directory: Path) {
    enum class Place {
        /** Held exclusively to append, to truncate, and to change the manifest. */
        APPEND,

        /** Held exclusively from before a sync until the state file has the result, or the segment is sealed. */
        SYNC,

        /** Held shared while the store is open, and exclusively to recover it. */
        OPEN,
    }

    private val path = directory.resolve(NAME)
    private var users = 0
    private var channel: FileChannel? = null
    private var fileKey: Any? = null

    /** Separates the stores in this process from each other. */
    private val gates = Place.entries.associateWith { ReentrantLock(true) }
    private val held = ConcurrentHashMap<Place, FileLock>()

    /** The number of stores in this process that have the directory open. */
    private var openers = 0

    /** Opens the lock file, and creates it if necessary. Fails if the store can't be written. */
    @Synchronized
    fun prepare() {
        if (channel != null) return
        channel = StoreAccess.open(path, READ, WRITE, CREATE)
        fileKey = keyOf(path)
    }

    /**
     * Returns whether this is still the lock file that other processes lock. A store can be deleted and created again
     * while it is open.
     */
    fun isCurrent(): Boolean = try {
        keyOf(path) == fileKey
    } catch (_: NoSuchFileException) {
        false
    }

    /** Takes a lock exclusively. Retries for up to `timeLimit` milliseconds. */
    fun acquire(place: Place, timeLimit: Long) {
        val wait = LockWait(timeLimit)
        if (!gates.getValue(place).tryLock(timeLimit, TimeUnit.MILLISECONDS)) throw locked(ProcessId.current)
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

    /** Runs a step while this thread holds the lock. */
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
     * Registers another store of this process that opens the directory.
     *
     * The first one tries to take [Place.OPEN] exclusively, under [Place.APPEND]. If that succeeds, no other process
     * has the store open, and `recover` restores the state while this thread holds all three locks. Otherwise the state
     * file is exact.
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
            // No other process can take `OPEN` exclusively in between, because that requires `APPEND`, which this
            // process holds.
            alone?.release()
        }
        held[Place.OPEN] = channel.tryLock(place, 1, true) ?: throw locked(holder())
    }

    /** Unregisters a store of this process. */
    @Synchronized
    fun leave() {
        if (--openers == 0) held.remove(Place.OPEN)?.release()
    }

    /** Runs a step while no process appends. Without a lock file, no process can. */
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

    /** Releases this user's share of the file. The last one closes it. */
    fun release() = synchronized(all) {
        if (--users > 0) return@synchronized
        if (all[directory] === this) all.remove(directory)
        channel?.close()
        channel = null
    }

    /**
     * Writes this process's id into the file, unless it is already there. Failure is ignored: the id is only used in
     * messages, and the store may have room even if the disk is full.
     */
    private fun signName() {
        val name = "${ProcessId.current}\n"
        val channel = checkNotNull(channel)
        try {
            val content = content(channel)
            if (content.startsWith(name)) return
            // Overwrite, because truncating the file whenever the holder changes is slow.
            channel.write(ByteBuffer.wrap(name.padEnd(content.length, '\n').toByteArray()), 0)
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

    private fun locked(holder: String) =
        StoreFailure.technical(Code.STORE_LOCKED, cause = "$path is held by process $holder")

    companion object {
        /** The file's name in the store. */
        const val NAME = "LOCK"

        private const val LONGEST_NAME = 32

        private val all = HashMap<Path, StoreLocks>()

        /** Returns the locks of a store, found by the real path of its directory. Release them with [release]. */
        fun of(directory: Path): StoreLocks {
            val real = realPath(directory)
            return synchronized(all) {
                all[real]?.let { if (it.channel != null && !it.isCurrent()) all.remove(real) }
                all.getOrPut(real) { StoreLocks(real) }.also { it.users++ }
            }
        }

        /** Resolves symbolic links. The last components of the path may not exist. */
        private fun realPath(path: Path): Path {
            val absolute = path.toAbsolutePath().normalize()
            if (Files.exists(absolute)) return absolute.toRealPath()
            return absolute.parent?.let { realPath(it).resolve(absolute.fileName) } ?: absolute
        }

        /** Returns the identity of a file, independent of its name. */
        fun keyOf(path: Path): Any? = Files.readAttributes(path, BasicFileAttributes::class.java).fileKey()
    }
}
