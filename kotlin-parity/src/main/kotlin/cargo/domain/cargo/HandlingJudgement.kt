package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType

/**
 * A handling history held against a plan (DLV-3 to DLV-5).
 *
 * Events up to the routing start, that very instant included, only say where the cargo was; later ones are judged.
 */
internal class HandlingJudgement(history: HandlingHistory, itinerary: Itinerary?, routingStart: Handled?) {
    /** What the history says of the cargo now. */
    val progress: DeliveryProgress

    /** One flag for each event of the history, in its order: whether it was expected. */
    val isExpected: List<Boolean>

    /** The last unexpected event's activity, if any was unexpected. */
    val lastUnexpected: HandlingActivity?

    /** The plan's entry due, if there is a plan and it is not at its end. */
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

    /** Where a cargo stands in its plan while its events are gone through. */
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
