package io.github.cargokit.domain.handling

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/**
 * The handling events of one cargo, without duplicates, in the order in which they were done (HND-4).
 *
 * It doesn't matter when or in which order they were registered.
 */
public class HandlingHistory private constructor(
    /** The cargo that was handled. */
    public val trackingId: TrackingId,
    /**
     * The events, ordered by completion time, type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location and voyage number.
     *
     * Of one completion time, an UNLOAD off a voyage follows the LOADs onto it at other locations, unless the cargo was
     * on that voyage before.
     */
    public val events: List<HandlingEvent>,
    /**
     * How many registrations and retractions are stored of this cargo.
     *
     * A repository compares it to find out whether another writer changed the history.
     */
    public val revision: Int,
) {
    /** The event completed last, if any. */
    public val lastEvent: HandlingEvent? get() = events.lastOrNull()

    /** Returns the event in this history that equals `event`, if any (HND-3). */
    public fun find(event: HandlingEvent): HandlingEvent? = events.firstOrNull { it == event }

    /** Returns this history with one more event. Fails with `handling_of_other_cargo`. */
    public fun adding(event: HandlingEvent): Result<HandlingHistory> = create(trackingId, events + event, revision + 1)

    /** Returns this history without an event (HND-7). */
    public fun retracting(event: HandlingEvent): HandlingHistory =
        HandlingHistory(trackingId, ordered(events - event), revision + 1)

    /**
     * Returns how many events there are up to an activity, which counts as well.
     *
     * One that isn't in this history stands before the first event that is greater than it.
     */
    internal fun countUpTo(activity: CompletedActivity): Int {
        val own = events.indexOfFirst { it.handled == activity }
        val next = events.indexOfFirst { it.handled > activity }
        return when {
            own >= 0 -> own + 1
            next >= 0 -> next
            else -> events.size
        }
    }

    /**
     * Checks that an event can follow the known ones (HND-6).
     *
     * The checks run in this order: an activity after the claim (`cargo_already_claimed`), a second RECEIVE or CLAIM
     * (`handling_repeated`), a CLAIM before an activity that was already completed (`claim_before_other_handling`).
     * Other implausible sequences are accepted as facts and show up as misdirection.
     */
    public fun checkAccepts(event: HandlingEvent): Result<Unit> {
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

    /** Compares the cargo and the events. Registration times are ignored, as between events, and so is the revision. */
    override fun equals(other: Any?): Boolean =
        other is HandlingHistory && trackingId == other.trackingId && events == other.events

    override fun hashCode(): Int = trackingId.hashCode() * 31 + events.hashCode()

    override fun toString(): String = "HandlingHistory($trackingId, revision $revision, $events)"

    public companion object {
        /**
         * Orders by completion time, type, location and voyage number; of equal events, the one registered first comes
         * first.
         */
        private val ORDER: Comparator<HandlingEvent> =
            compareBy<HandlingEvent> { it.handled }
                .thenBy { it.registrationTime.epochMilliseconds }

        /** The history of a cargo without events. */
        public fun empty(trackingId: TrackingId): HandlingHistory =
            HandlingHistory(trackingId, emptyList(), revision = 0)

        /**
         * Sorts events and removes duplicates. Of equal events, the one registered first is kept. Fails with
         * `handling_of_other_cargo`.
         */
        public fun create(
            trackingId: TrackingId,
            events: List<HandlingEvent>,
            revision: Int = events.size,
        ): Result<HandlingHistory> {
            if (events.any { it.trackingId != trackingId }) return refused(Code.HANDLING_OF_OTHER_CARGO)
            return Result.Success(HandlingHistory(trackingId, ordered(events), revision))
        }

        private fun ordered(events: List<HandlingEvent>): List<HandlingEvent> {
            val distinct = ArrayList<HandlingEvent>(events.size)
            for (event in events.sortedWith(ORDER)) if (distinct.lastOrNull() != event) distinct += event
            return distinct.inOrderOfHistory()
        }
    }
}
