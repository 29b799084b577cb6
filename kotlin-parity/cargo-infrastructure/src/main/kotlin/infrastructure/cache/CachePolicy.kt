package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.Result

/** When a cached repository reads its cache and when it asks the remote (CCH-1, CCH-2, CCH-4). */
public enum class CachePolicy(public val text: String) {
    /**
     * Returns a fresh cached value without asking the remote. Otherwise asks the remote, and falls back to a stale
     * value if it is unavailable.
     */
    LOCAL_FIRST("LOCAL_FIRST"),

    /** Always asks the remote, and falls back to the cached value, fresh or stale, if the remote is unavailable. */
    REMOTE_FIRST("REMOTE_FIRST"),

    /** Always asks the remote, and neither reads nor changes the cache. */
    NO_CACHE("NO_CACHE"),
    ;

    /**
     * The policy for lists, which always asks the remote first, because a cache can't know whether it holds the
     * complete list (CCH-9).
     */
    public val ofLists: CachePolicy get() = if (this == NO_CACHE) NO_CACHE else REMOTE_FIRST

    /**
     * Fetches a value as this policy prescribes: [cached] returns the cached value, or null if there is none; [remote]
     * asks the remote without changing the cache; [refreshed] asks the remote and stores its answer in the cache.
     *
     * The fallback applies only if the remote is unavailable. Any other failure is returned as it is, even if a value
     * is cached: a cargo that doesn't exist, a refusal, a malformed answer (CCH-4). A cancelled coroutine ends with its
     * exception.
     */
    public suspend fun <T> fetch(
        cached: suspend () -> Fetched<T>?,
        remote: suspend () -> Result<Fetched<T>>,
        refreshed: suspend () -> Result<Fetched<T>>,
    ): Result<Fetched<T>> {
        if (this == NO_CACHE) return remote()
        if (this == LOCAL_FIRST) {
            val known = cached()
            if (known != null && !known.isStale) return Result.Success(known)
        }
        return orElse(cached, refreshed)
    }

    private suspend fun <T> orElse(
        cached: suspend () -> Fetched<T>?,
        refreshed: suspend () -> Result<Fetched<T>>,
    ): Result<Fetched<T>> {
        val answer = refreshed()
        if (answer !is Result.Failure || !answer.error.meansUnavailable) return answer
        return cached()?.let { Result.Success(it) } ?: answer
    }
}
