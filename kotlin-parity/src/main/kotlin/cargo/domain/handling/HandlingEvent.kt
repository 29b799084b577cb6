package cargo.domain.handling

import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/** Something that was done to a cargo: a fact, never changed once registered (HND-1 to HND-3). */
class HandlingEvent private constructor(
    /** The cargo it was done to. */
    val trackingId: TrackingId,
    /** What was done, and where. */
    val activity: HandlingActivity,
    /** When it was done. */
    val completionTime: Instant,
    /** When we heard of it; never before it was done. */
    val registrationTime: Instant,
) {
    /** What a cargo keeps of it. */
    val handled: Handled get() = Handled(activity, completionTime)

    /** The same thing done to the same cargo at the same time, whenever we heard of it (HND-3). */
    override fun equals(other: Any?): Boolean =
        other is HandlingEvent && trackingId == other.trackingId && activity == other.activity && completionTime == other.completionTime

    override fun hashCode(): Int = (trackingId.hashCode() * 31 + activity.hashCode()) * 31 + completionTime.hashCode()

    override fun toString(): String = "HandlingEvent($trackingId, $activity, $completionTime, heard of $registrationTime)"

    companion object {
        /** Makes an event. Fails with `handling_completed_after_registration` (HND-2). */
        fun create(
            trackingId: TrackingId,
            activity: HandlingActivity,
            completionTime: Instant,
            registrationTime: Instant,
        ): Result<HandlingEvent> =
            if (completionTime > registrationTime) refused(Code.HANDLING_COMPLETED_AFTER_REGISTRATION)
            else Result.Success(HandlingEvent(trackingId, activity, completionTime, registrationTime))
    }
}
