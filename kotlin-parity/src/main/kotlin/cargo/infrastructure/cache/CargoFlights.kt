package cargo.infrastructure.cache

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result
import kotlin.coroutines.Continuation
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine

/** The calls to the remote that are under way, one for each cargo however many ask for it (CCH-11). */
internal class CargoFlights {
    /** A call while it is under way, and what came of it. */
    class Flight {
        internal val waiting = ArrayList<Continuation<Result<Fetched<Cargo>>?>>()
        internal var isOver = false
        internal var answer: Result<Fetched<Cargo>>? = null

        /** Whether a save of the cargo was answered meanwhile, so that the answer may be older than what the cache holds. */
        @Volatile
        var isOvertaken = false
            internal set
    }

    private val flights = HashMap<String, Flight>()

    /** How many saves of a cargo are under way, their entries not yet brought up to date. */
    private val saving = HashMap<String, Int>()
    private var savesSoFar = 0L

    /** Whether a save of a cargo is under way: the remote may have it already, and the cache not yet. */
    fun isSaving(trackingId: TrackingId): Boolean = synchronized(flights) { trackingId.text in saving }

    /** Says that a save of a cargo begins. */
    fun beginSave(trackingId: TrackingId) {
        synchronized(flights) { saving.merge(trackingId.text, 1, Int::plus) }
    }

    /** Says that a save of a cargo is over and its entry up to date. */
    fun endSave(trackingId: TrackingId) {
        synchronized(flights) { saving.computeIfPresent(trackingId.text) { _, count -> (count - 1).takeIf { it > 0 } } }
    }

    /** How many saves were answered so far. */
    val saves: Long get() = synchronized(flights) { savesSoFar }

    /** How many wait for the call for a cargo beside the one who makes it. */
    fun followers(trackingId: TrackingId): Int = synchronized(flights) { flights[trackingId.text]?.waiting?.size ?: 0 }

    /**
     * Joins the call for a cargo that is under way, or makes one.
     *
     * Whoever comes first makes the call in its own coroutine. If that is cancelled it ends with its exception, and one of those who wait makes the
     * call anew: a cancelled caller takes nothing from the others.
     */
    suspend fun join(trackingId: TrackingId, call: suspend (Flight) -> Result<Fetched<Cargo>>): Result<Fetched<Cargo>> {
        while (true) {
            var isFirst = false
            val flight = synchronized(flights) {
                flights.getOrPut(trackingId.text) {
                    isFirst = true
                    Flight()
                }
            }
            if (isFirst) return lead(trackingId, flight, call)
            await(flight)?.let { return it }
        }
    }

    /** Says that the remote has answered a save of a cargo: who asks from now on must not get an answer to an earlier question. */
    fun overtake(trackingId: TrackingId) = synchronized(flights) {
        savesSoFar++
        flights.remove(trackingId.text)?.isOvertaken = true
    }

    private suspend fun lead(
        trackingId: TrackingId,
        flight: Flight,
        call: suspend (Flight) -> Result<Fetched<Cargo>>,
    ): Result<Fetched<Cargo>> {
        try {
            return call(flight).also { flight.answer = it }
        } finally {
            val waiting = synchronized(flights) {
                flight.isOver = true
                if (flights[trackingId.text] === flight) flights.remove(trackingId.text)
                flight.waiting.toList()
            }
            for (continuation in waiting) continuation.resume(flight.answer)
        }
    }

    /** What came of a call; null where whoever made it was cancelled. */
    private suspend fun await(flight: Flight): Result<Fetched<Cargo>>? = suspendCoroutine { continuation ->
        val isOver = synchronized(flights) {
            if (!flight.isOver) flight.waiting += continuation
            flight.isOver
        }
        if (isOver) continuation.resume(flight.answer)
    }
}
