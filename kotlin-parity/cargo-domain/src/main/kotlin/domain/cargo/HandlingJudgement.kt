package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant

/**
 * Compares a handling history with a plan (DLV-3 to DLV-5).
 *
 * Takes the routing start from the history, then judges each event after it.
 */
internal class HandlingJudgement(
    history: HandlingHistory,
    routeSpecification: RouteSpecification,
    itinerary: Itinerary?,
    storedRoutingStart: CompletedActivity?,
) {
    /**
     * The last RECEIVE, UNLOAD or LOAD of the history at or before the stored routing start; `null` without an
     * itinerary.
     */
    val routingStart: CompletedActivity?

    /** The cargo's progress after the last event. */
    val progress: DeliveryProgress

    /** Whether each event of the history was expected, in the history's order. */
    val isExpected: List<Boolean>

    /** When each entry of the plan was done, by its index (EST-1). */
    val actualTimes: Map<Int, Instant>

    init {
        val handled = history.events.map { it.handled }
        val known = storedRoutingStart?.takeIf { itinerary != null }?.let(history::countUpTo) ?: 0
        val startIndex = handled.take(known).indexOfLast { it.activity.type in STARTING_TYPES }
        val start = handled.getOrNull(startIndex)
        val track = itinerary?.let { Track(it, Plan(it, start), start, routeSpecification.destination) }
        routingStart = start
        isExpected = handled.mapIndexed { index, done -> track?.accepts(done, isJudged = index > startIndex) ?: true }
        actualTimes = track?.actualTimes.orEmpty()
        progress = DeliveryProgress(
            lastHandled = handled.lastOrNull(),
            isMisdirected = track?.isMisdirected ?: false,
            planPosition = track?.position,
            lastMove = handled.lastOrNull { it.isMove },
        )
    }

    /** The cargo's position in its plan while the events are processed. */
    private class Track(
        private val itinerary: Itinerary,
        private val plan: Plan,
        routingStart: CompletedActivity?,
        private val destination: UnLocode,
    ) {
        var position = plan.startPosition
            private set
        var isMisdirected = plan.startsMisdirected
            private set
        val actualTimes = HashMap<Int, Instant>()

        /** The last move, judged or not, and whether it was expected. */
        private var lastMove: HandlingActivity? = null
        private var wasExpected = true

        init {
            // The cargo is already aboard the first voyage, so its LOAD is done.
            if (position == 2 && routingStart != null) actualTimes[1] = routingStart.completionTime
        }

        /** Judges an event (DLV-4, DLV-5). One up to the routing start isn't judged, but expected. */
        fun accepts(handled: CompletedActivity, isJudged: Boolean): Boolean {
            if (!handled.isMove) return !isJudged || itinerary.callsAt(handled.activity.location)
            val isExpected = !isJudged || acceptsMove(handled)
            lastMove = handled.activity
            wasExpected = isExpected
            return isExpected
        }

        private fun acceptsMove(move: CompletedActivity): Boolean {
            if (move.activity == lastMove) return wasExpected
            val isExpected = advances(move) || completes(move.activity) || isRestow(move.activity)
            isMisdirected = !isExpected
            return isExpected
        }

        /** Whether the move is an entry of the plan at the position or later. Missed scans are tolerated. */
        private fun advances(move: CompletedActivity): Boolean {
            val found = plan.positionOf(move.activity, from = position)
            if (found < 0) return false
            actualTimes[found] = move.completionTime
            position = found + 1
            return true
        }

        /** Whether the move is a CLAIM at the destination, after the cargo came ashore there. */
        private fun completes(activity: HandlingActivity): Boolean {
            val isAshore = lastMove?.type == HandlingType.UNLOAD || lastMove?.type == HandlingType.RECEIVE
            if (activity != HandlingActivity.claim(at = destination)) return false
            if (!isAshore || lastMove?.location != destination) return false
            position = plan.entries.size
            return true
        }

        /**
         * Whether the move puts the cargo ashore where its LOAD is due, or back onto the voyage that it is due to
         * leave.
         */
        private fun isRestow(activity: HandlingActivity): Boolean {
            val due = plan.entryAt(position) ?: return false
            return when (activity.type) {
                HandlingType.UNLOAD -> due.type == HandlingType.LOAD && activity.location == due.location
                HandlingType.LOAD -> due.type == HandlingType.UNLOAD && activity.voyageNumber == due.voyageNumber
                HandlingType.RECEIVE, HandlingType.CUSTOMS, HandlingType.CLAIM -> false
            }
        }
    }

    companion object {
        /** The types of a routing start. */
        val STARTING_TYPES = setOf(HandlingType.RECEIVE, HandlingType.UNLOAD, HandlingType.LOAD)
    }
}
