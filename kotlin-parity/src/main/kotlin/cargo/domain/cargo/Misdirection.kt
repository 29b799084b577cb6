package cargo.domain.cargo

import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory

/** What was done to a misdirected cargo, and what should have been (CRG-6). */
class Misdirection internal constructor(
    /** The last unexpected event's activity, or the last event's where none was judged unexpected. */
    val actual: HandlingActivity,
    /** The plan's entry due; absent at the plan's end. */
    val expected: HandlingActivity?,
) {
    internal companion object {
        /** Null where the cargo is not misdirected, or nothing at all was done to it. */
        fun of(judgement: HandlingJudgement, history: HandlingHistory): Misdirection? {
            if (!judgement.progress.isMisdirected) return null
            val actual = judgement.lastUnexpected ?: history.lastEvent?.activity ?: return null
            return Misdirection(actual, judgement.activityDue)
        }
    }
}

/** A handling history held against a cargo's plan, for those who want to show it event by event. */
class HandlingReview internal constructor(
    /** The delivery that the history gives. */
    val delivery: Delivery,
    /** One flag for each event, in the history's order; events up to the routing start, and all without an itinerary, are expected. */
    val isExpected: List<Boolean>,
    /** What went wrong, while the cargo is misdirected. */
    val misdirection: Misdirection?,
)
