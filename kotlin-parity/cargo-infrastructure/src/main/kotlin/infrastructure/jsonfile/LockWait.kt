package io.github.cargokit.infrastructure.jsonfile

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
