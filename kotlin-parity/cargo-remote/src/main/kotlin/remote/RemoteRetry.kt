package io.github.cargokit.remote

import kotlin.random.Random
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay

/**
 * How many times, and after which pauses, to send a call again that didn't reach the service, got no response, or was
 * told to retry.
 *
 * Only calls that are safe to repeat are retried: reads, saves that compare and set, and calls that the service
 * recognizes. The pause doubles with each attempt and is then multiplied by a random factor from 0.5 to 1.
 * `Retry-After` can make it longer.
 */
public data class RemoteRetry(
    /** The maximum number of attempts, including the first. Less than 1 counts as 1. */
    val maximumAttempts: Int = 3,
    /** The maximum pause after the first attempt. */
    val initialBackoff: Duration = 200.milliseconds,
    /** The maximum pause. If the service asks for a longer one, the call isn't retried. */
    val maximumBackoff: Duration = 10.seconds,
    /**
     * The circuit breaker: how long further calls fail without being sent, after all attempts of a call found the
     * service unavailable or too slow.
     *
     * Zero by default. It helps callers that make many calls and have a fallback, such as a cache.
     */
    val circuitBreakDuration: Duration = Duration.ZERO,
) {
    /** Returns the pause after an attempt (the first is 1), or null if there are no more attempts. */
    internal fun backoff(attempt: Int, retryAfter: Duration?, fraction: Double): Duration? {
        val asked = retryAfter ?: Duration.ZERO
        if (attempt >= maximumAttempts || asked > maximumBackoff) return null
        val doubled = initialBackoff * (1 shl minOf(attempt - 1, GREATEST_SHIFT))
        return maxOf(minOf(doubled, maximumBackoff) * fraction, asked)
    }

    public companion object {
        /** Sends each call only once. */
        public val NONE: RemoteRetry = RemoteRetry(maximumAttempts = 1)

        private const val GREATEST_SHIFT = 16
    }
}

/** Waits between attempts. */
internal class Pacer(val fraction: () -> Double, val wait: suspend (Duration) -> Unit) {
    companion object {
        /** Waits in real time, with real random numbers. */
        val REAL = Pacer({ Random.nextDouble(0.5, 1.0) }, { delay(it) })
    }
}
