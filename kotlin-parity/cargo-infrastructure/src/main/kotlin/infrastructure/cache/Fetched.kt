package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map

/** A value that may come from a cache, with its source, its age, and whether it is stale. */
public data class Fetched<out T>(
    val value: T,
    /**
     * When the remote was asked.
     *
     * The value reflects everything that happened there before this instant.
     */
    val asOf: Instant,
    val source: FetchSource,
    /**
     * Whether the value is older than its time to live or in doubt (CCH-3).
     *
     * Always false for an answer from the remote.
     */
    val isStale: Boolean,
) {
    public companion object {
        /** Asks the remote. Its answer is as old as the question. */
        internal inline fun <T> asking(clock: DomainClock, question: () -> Result<T>): Result<Fetched<T>> {
            val asOf = clock.now()
            return question().map { Fetched(it, asOf, FetchSource.REMOTE, isStale = false) }
        }
    }
}

/** Whether the value came from the remote or the cache. */
public enum class FetchSource(public val text: String) {
    /** The remote answered this call. */
    REMOTE("REMOTE"),

    /** The value was cached. */
    CACHE("CACHE"),
}
