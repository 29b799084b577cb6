package io.github.cargokit.infrastructure.jsonfile

import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.TimeUnit

/**
 * The pauses between attempts to take a lock. Each is twice as long as the one before, until a time limit in
 * milliseconds has passed.
 */
internal class LockWait(timeLimit: Long, longest: Long = 5_000) {
    private val deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeLimit)
    private val longest = maxOf(longest, FIRST_PAUSE)
    private var next = FIRST_PAUSE

    /** Pauses. Returns false if the time limit has passed. */
    fun pause(): Boolean {
        if (System.nanoTime() >= deadline) return false
        TimeUnit.MICROSECONDS.sleep(next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1))
        next = minOf(next * 2, longest)
        return true
    }

    private companion object {
        const val FIRST_PAUSE = 50L
    }
}

/** The id of this process, for messages. */
internal object ProcessId {
    /** The id, or `unknown` on a system that doesn't tell it. */
    val current: String by lazy { of({ ProcessHandle.current().pid() }, Path.of("/proc/self")) }

    /** Asks Java, or the system if Java has no `ProcessHandle`, as on Android. */
    fun of(handle: () -> Long, link: Path): String = try {
        handle().toString()
    } catch (_: LinkageError) {
        try {
            link.toRealPath().fileName.toString().takeIf { name -> name.all { it in '0'..'9' } } ?: UNKNOWN
        } catch (_: IOException) {
            UNKNOWN
        }
    }

    private const val UNKNOWN = "unknown"
}
