package cargo.domain.cargo

import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory

/** What happened to a misdirected cargo, and what the plan expected instead (CRG-6). */
class Misdirection internal constructor(
    /** The activity of the last unexpected event, or of the last event if each one was expected. */
    val actual: HandlingActivity,
    /** The activity that the plan expects next; `null` if the plan is complete. */
    val expected: HandlingActivity?,
) {
    internal companion object {
        /** Returns what went wrong; null if the cargo isn't misdirected or was never handled. */
        fun of(judgement: HandlingJudgement, history: HandlingHistory): Misdirection? {
            if (!judgement.progress.isMisdirected) return null
            val actual = judgement.lastUnexpected ?: history.lastEvent?.activity ?: return null
            return Misdirection(actual, judgement.activityDue)
        }
    }
}

/** The result of comparing a handling history with a cargo's plan. */
class HandlingReview internal constructor(
    /** The delivery derived from the history. */
    val delivery: Delivery,
    /**
     * Whether each event was expected, in the history's order.
     *
     * Events up to and including the routing start count as expected, and so do all events of a cargo without an itinerary.
     */
    val isExpected: List<Boolean>,
    /** What went wrong; `null` unless the cargo is misdirected. */
    val misdirection: Misdirection?,
)
