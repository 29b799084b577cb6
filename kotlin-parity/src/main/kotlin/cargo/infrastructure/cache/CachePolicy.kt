package cargo.infrastructure.cache

import cargo.domain.shared.Result

/** When a cache is asked and when the remote: a strategy that carries its own fetch behaviour (CCH-1, CCH-2, CCH-4). */
enum class CachePolicy(val text: String) {
    /**
     * A fresh cached value without asking the remote; the remote where there is none or a stale one; the stale one where the remote is
     * unavailable.
     */
    LOCAL_FIRST("LOCAL_FIRST"),

    /** The remote, each time; the cached value, fresh or stale, where the remote is unavailable. */
    REMOTE_FIRST("REMOTE_FIRST"),

    /** The remote alone: the cache is neither read nor changed. */
    NO_CACHE("NO_CACHE"),
    ;

    /** The policy for lists: no cache can know that it holds all of a list, so the remote comes first (CCH-9). */
    val ofLists: CachePolicy get() = if (this == NO_CACHE) NO_CACHE else REMOTE_FIRST

    /**
     * Fetches a value from where this policy says: [cached] gives the cached one, null where there is none; [remote] asks the remote and leaves
     * the cache alone; [refreshed] asks the remote and keeps what it answers.
     *
     * Another failure than unavailability is the answer, whatever is cached: a cargo that does not exist, a refusal, a broken answer (CCH-4).
     * A cancelled coroutine ends with its exception.
     */
    suspend fun <T> fetch(
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

    private suspend fun <T> orElse(cached: suspend () -> Fetched<T>?, refreshed: suspend () -> Result<Fetched<T>>): Result<Fetched<T>> {
        val answer = refreshed()
        if (answer !is Result.Failure || !answer.error.meansUnavailable) return answer
        return cached()?.let { Result.Success(it) } ?: answer
    }
}
