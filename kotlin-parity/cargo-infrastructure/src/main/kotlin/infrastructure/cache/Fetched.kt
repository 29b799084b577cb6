package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.Instant

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
        /** Returns an answer that has just come from the remote. */
        internal fun <T> remote(value: T, asOf: Instant) = Fetched(value, asOf, FetchSource.REMOTE, isStale = false)
    }
}

/** Whether the value came from the remote or the cache. */
public enum class FetchSource(public val text: String) {
    /** The remote answered this call. */
    REMOTE("REMOTE"),

    /** The value was cached. */
    CACHE("CACHE"),
}
