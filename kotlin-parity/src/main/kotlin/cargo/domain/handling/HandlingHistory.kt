package cargo.domain.handling

import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/**
 * All that was done to one cargo, each thing once, in the order in which it was done (HND-4).
 *
 * When and in which order events were registered never matters.
 */
class HandlingHistory private constructor(
    /** The cargo. */
    val trackingId: TrackingId,
    /** Its events: by completion time, then type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location, voyage number. */
    val events: List<HandlingEvent>,
) {
    /** What was done last, if anything. */
    val lastEvent: HandlingEvent? get() = events.lastOrNull()

    /** The equal event that is known already, if there is one (HND-3). */
    fun find(event: HandlingEvent): HandlingEvent? = events.firstOrNull { it == event }

    /** This history and one more event of the cargo, or `handling_of_other_cargo`. */
    fun adding(event: HandlingEvent): Result<HandlingHistory> = create(trackingId, events + event)

    /**
     * Refuses an event that cannot follow what is known (HND-6).
     *
     * In this order: something after the claim (`cargo_already_claimed`), a second receipt or claim (`handling_repeated`), a claim before
     * something that was done already (`claim_before_other_handling`). Other impossible sequences are facts, and show as misdirection.
     */
    fun checkAccepts(event: HandlingEvent): Result<Unit> {
        val type = event.activity.type
        val happensOnce = type == HandlingType.RECEIVE || type == HandlingType.CLAIM
        return when {
            events.any { it.activity.type == HandlingType.CLAIM && it.completionTime < event.completionTime } ->
                refused(Code.CARGO_ALREADY_CLAIMED)
            happensOnce && events.any { it.activity.type == type && it != event } -> refused(Code.HANDLING_REPEATED)
            type == HandlingType.CLAIM && events.any { it.completionTime > event.completionTime } ->
                refused(Code.CLAIM_BEFORE_OTHER_HANDLING)
            else -> Result.Success(Unit)
        }
    }

    /** The same cargo and events; registration times do not count, as between events. */
    override fun equals(other: Any?): Boolean = other is HandlingHistory && trackingId == other.trackingId && events == other.events

    override fun hashCode(): Int = trackingId.hashCode() * 31 + events.hashCode()

    companion object {
        /** What was done first comes first; of the equal, what was registered first. */
        private val ORDER: Comparator<HandlingEvent> =
            compareBy<HandlingEvent> { it.completionTime.epochMilliseconds }
                .thenBy { it.activity.type }
                .thenBy { it.activity.location.text }
                .thenBy { it.activity.voyageNumber?.text }
                .thenBy { it.registrationTime.epochMilliseconds }

        /** The history of a cargo that nothing was done to. */
        fun empty(trackingId: TrackingId): HandlingHistory = HandlingHistory(trackingId, emptyList())

        /** Puts events in order; of equal ones the one registered first is kept. Fails with `handling_of_other_cargo`. */
        fun create(trackingId: TrackingId, events: List<HandlingEvent>): Result<HandlingHistory> {
            if (events.any { it.trackingId != trackingId }) return refused(Code.HANDLING_OF_OTHER_CARGO)
            val distinct = ArrayList<HandlingEvent>(events.size)
            for (event in events.sortedWith(ORDER)) if (distinct.lastOrNull() != event) distinct += event
            return Result.Success(HandlingHistory(trackingId, distinct))
        }
    }
}
