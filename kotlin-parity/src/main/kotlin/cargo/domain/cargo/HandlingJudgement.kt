package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType

/**
 * Compares a handling history with a plan (DLV-3 to DLV-5).
 *
 * Judges each event completed after the routing start. Events up to and including that instant only update the cargo's position.
 */
internal class HandlingJudgement(history: HandlingHistory, itinerary: Itinerary?, routingStart: Handled?) {
    /** The cargo's progress after the last event. */
    val progress: DeliveryProgress

    /** Whether each event of the history was expected, in the history's order. */
    val isExpected: List<Boolean>

    /** The activity of the last unexpected event, if any. */
    val lastUnexpected: HandlingActivity?

    /** The plan's next entry; `null` without a plan, or once the plan is complete. */
    val activityDue: HandlingActivity?

    init {
        val track = itinerary?.let { Track(it, Plan(it, routingStart)) }
        isExpected = history.events.map { event ->
            val isJudged = routingStart == null || event.completionTime > routingStart.completionTime
            if (track != null && isJudged) track.judge(event.activity) else true
        }
        val lastMove = history.events.lastOrNull { it.activity.type != HandlingType.CUSTOMS }?.activity
        progress = DeliveryProgress(
            lastHandled = history.lastEvent?.handled,
            isMisdirected = track?.isMisdirected ?: false,
            planPosition = track?.position,
            unloadedAt = lastMove?.location.takeIf { lastMove?.type == HandlingType.UNLOAD },
        )
        lastUnexpected = track?.lastUnexpected
        activityDue = track?.let { it.plan.entryAt(it.position) }
    }

    /** The cargo's position in its plan while the events are processed. */
    private class Track(private val itinerary: Itinerary, val plan: Plan) {
        var position = plan.startPosition
            private set
        var isMisdirected = plan.startsMisdirected
            private set
        var lastUnexpected: HandlingActivity? = null
            private set

        fun judge(activity: HandlingActivity): Boolean {
            val found = if (activity.type == HandlingType.CUSTOMS) -1 else plan.positionOf(activity, from = position)
            if (found >= 0) {
                position = found + 1
                isMisdirected = false
            }
            val isOnPlan = found >= 0 || (activity.type == HandlingType.CUSTOMS && itinerary.callsAt(activity.location))
            if (!isOnPlan) {
                isMisdirected = true
                lastUnexpected = activity
            }
            return isOnPlan
        }
    }
}
