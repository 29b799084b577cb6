package cargo.infrastructure.cache

import cargo.domain.shared.Instant

/** A value with what a caller has to know who may get it from a cache: from where, how old, and whether too old. */
data class Fetched<out T>(
    val value: T,
    /** When the remote was asked for it: what happened there before that instant, the value shows. */
    val asOf: Instant,
    val source: FetchSource,
    /** Whether the value may be out of date by more than its time to live (CCH-3); never for an answer of the remote. */
    val isStale: Boolean,
) {
    companion object {
        /** What the remote has just answered. */
        internal fun <T> remote(value: T, asOf: Instant) = Fetched(value, asOf, FetchSource.REMOTE, isStale = false)
    }
}

/** Who answered. */
enum class FetchSource(val text: String) {
    /** The remote, just now. */
    REMOTE("REMOTE"),

    /** The cache. */
    CACHE("CACHE"),
}
