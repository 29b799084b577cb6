package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import kotlin.coroutines.Continuation
import kotlin.coroutines.resume
import kotlinx.coroutines.suspendCancellableCoroutine

/** The remote calls in progress: at most one for each cargo, shared by all callers (CCH-11). */
internal class SharedFetches {
    /** A call and its answer. */
    class Fetch {
        internal val waiting = ArrayList<Continuation<Result<Fetched<Cargo>>?>>()
        internal var isOver = false
        internal var answer: Result<Fetched<Cargo>>? = null

        /** Whether a save of the cargo ended during the call, so that the answer may be older than the cached entry. */
        @Volatile
        var isOvertaken = false
            internal set
    }

    private val fetches = HashMap<String, Fetch>()

    /** The number of saves in progress for each cargo. A save counts until its cache entry is updated. */
    private val saving = HashMap<String, Int>()
    private var savesSoFar = 0L

    /**
     * Returns whether a save of the cargo is in progress.
     *
     * The remote may already have the new state, and the cache may not.
     */
    fun isSaving(trackingId: TrackingId): Boolean = synchronized(fetches) { trackingId.text in saving }

    /** Records that a save of a cargo begins. */
    fun beginSave(trackingId: TrackingId) {
        synchronized(fetches) { saving.merge(trackingId.text, 1, Int::plus) }
    }

    /** Records that a save of a cargo has ended and its entry is updated. */
    fun endSave(trackingId: TrackingId) {
        synchronized(fetches) { saving.computeIfPresent(trackingId.text) { _, count -> (count - 1).takeIf { it > 0 } } }
    }

    /** The number of saves answered so far. */
    val saves: Long get() = synchronized(fetches) { savesSoFar }

    /** Returns the number of callers waiting for the current call for a cargo, not counting the one that makes it. */
    fun followers(trackingId: TrackingId): Int = synchronized(fetches) { fetches[trackingId.text]?.waiting?.size ?: 0 }

    /**
     * Joins the call in progress for a cargo, or makes one.
     *
     * The first caller makes the call in its own coroutine. If it is cancelled, it ends with its exception, and one of
     * the waiting callers makes the call again. A waiting caller that is cancelled just stops waiting.
     */
    suspend fun join(trackingId: TrackingId, call: suspend (Fetch) -> Result<Fetched<Cargo>>): Result<Fetched<Cargo>> {
        while (true) {
            var isFirst = false
            val fetch = synchronized(fetches) {
                fetches.getOrPut(trackingId.text) {
                    isFirst = true
                    Fetch()
                }
            }
            if (isFirst) return lead(trackingId, fetch, call)
            await(fetch)?.let { return it }
        }
    }

    /**
     * Records that the remote has answered a save of a cargo.
     *
     * Later callers don't join a call that started before.
     */
    fun overtake(trackingId: TrackingId) = synchronized(fetches) {
        savesSoFar++
        fetches.remove(trackingId.text)?.isOvertaken = true
    }

    private suspend fun lead(
        trackingId: TrackingId,
        fetch: Fetch,
        call: suspend (Fetch) -> Result<Fetched<Cargo>>,
    ): Result<Fetched<Cargo>> {
        try {
            return call(fetch).also { fetch.answer = it }
        } finally {
            val waiting = synchronized(fetches) {
                fetch.isOver = true
                if (fetches[trackingId.text] === fetch) fetches.remove(trackingId.text)
                fetch.waiting.toList()
            }
            for (continuation in waiting) continuation.resume(fetch.answer)
        }
    }

    /** Waits for the answer of a call; null if its caller was cancelled. */
    private suspend fun await(fetch: Fetch): Result<Fetched<Cargo>>? = suspendCancellableCoroutine { continuation ->
        val isOver = synchronized(fetches) {
            if (!fetch.isOver) fetch.waiting += continuation
            fetch.isOver
        }
        if (isOver) {
            continuation.resume(fetch.answer)
        } else {
            continuation.invokeOnCancellation { synchronized(fetches) { fetch.waiting -= continuation } }
        }
    }
}
