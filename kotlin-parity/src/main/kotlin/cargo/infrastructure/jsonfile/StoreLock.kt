package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.AccessDeniedException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/**
 * The lock between programs: on a file that is never deleted, which holds the process id of whoever held it last.
 *
 * A `FileLock` belongs to the whole virtual machine and is dropped by any closing of the file in it. So there is one channel a directory in
 * this machine, which all who have the store open share and which is closed with the last of them; within the machine an ordinary lock keeps
 * them apart. Nobody else here may open the file, not even to read it.
 */
internal class StoreLock private constructor(private val directory: Path) {
    private val path = directory.resolve(NAME)
    private val ours = ReentrantLock(true)
    private var users = 0
    private var channel: FileChannel? = null
    private var fileKey: Any? = null

    /** Whether the channel can lock exclusively: reading a store needs no permission to write. */
    private var isWritable = false

    /** Does a step while no other program writes; with `isShared` others may read, and where there is no lock file there is no writer. */
    fun <T> holding(isShared: Boolean, timeLimit: Long, step: () -> T): T {
        val deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeLimit)
        if (!ours.tryLock(timeLimit, TimeUnit.MILLISECONDS)) throw locked(ProcessHandle.current().pid().toString())
        try {
            while (true) {
                val channel = open(isShared) ?: return step()
                val lock = acquire(channel, isShared, deadline)
                try {
                    // A store may be deleted and made again while it is open.
                    if (Files.exists(path) && keyOf(path) == fileKey) {
                        if (!isShared) signName(channel)
                        return step()
                    }
                } finally {
                    lock.release()
                }
                close()
            }
        } finally {
            ours.unlock()
        }
    }

    /** Gives up the share in the file; the last one closes it. */
    fun release() = synchronized(locks) {
        if (--users == 0) {
            locks.remove(directory)
            close()
        }
    }

    private fun open(isShared: Boolean): FileChannel? {
        channel?.let { if (isShared || isWritable) return it }
        close()
        if (isShared && !Files.exists(path)) return null
        isWritable = true
        val opened = try {
            if (isShared) FileChannel.open(path, READ, WRITE) else FileChannel.open(path, READ, WRITE, CREATE)
        } catch (failure: AccessDeniedException) {
            if (!isShared) throw failure
            isWritable = false
            FileChannel.open(path, READ)
        }
        channel = opened
        fileKey = keyOf(path)
        return opened
    }

    private fun close() {
        channel?.close()
        channel = null
    }

    private fun acquire(channel: FileChannel, isShared: Boolean, deadline: Long): java.nio.channels.FileLock {
        var pause = FIRST_PAUSE
        while (true) {
            channel.tryLock(0, Long.MAX_VALUE, isShared)?.let { return it }
            if (System.nanoTime() >= deadline) throw locked(holder(channel))
            TimeUnit.MICROSECONDS.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1))
            pause = minOf(pause * 2, GREATEST_PAUSE)
        }
    }

    /** Writes this process's id into the file, unless it is there already; it serves messages alone. */
    private fun signName(channel: FileChannel) {
        val name = "${ProcessHandle.current().pid()}\n"
        if (content(channel) == name) return
        channel.truncate(0)
        channel.write(ByteBuffer.wrap(name.toByteArray()), 0)
    }

    private fun holder(channel: FileChannel): String = content(channel).takeWhile { it in '0'..'9' }.ifEmpty { "unknown" }

    private fun content(channel: FileChannel): String {
        val buffer = ByteBuffer.allocate(LONGEST_NAME)
        channel.read(buffer, 0)
        return String(buffer.array(), 0, buffer.position(), Charsets.ISO_8859_1)
    }

    private fun locked(holder: String) = StoreFailure(DomainError.technical(Code.STORE_LOCKED, cause = "$path is held by process $holder"))

    companion object {
        /** The file's name in the store. */
        const val NAME = "LOCK"

        private const val FIRST_PAUSE = 50L
        private const val GREATEST_PAUSE = 5_000L
        private const val LONGEST_NAME = 32

        private val locks = HashMap<Path, StoreLock>()

        /** The lock of a store, by the real path of its directory; to be given back with [release]. */
        fun of(directory: Path): StoreLock {
            val real = realPath(directory)
            return synchronized(locks) { locks.getOrPut(real) { StoreLock(real) }.also { it.users++ } }
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
