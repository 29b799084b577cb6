package io.github.cargokit.domain.handling

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/**
 * A record of something done to a cargo.
 *
 * Never changed once registered (HND-1 to HND-3).
 */
public class HandlingEvent private constructor(
    /** The cargo that was handled. */
    public val trackingId: TrackingId,
    /** What was done, and where. */
    public val activity: HandlingActivity,
    /** When it was done. */
    public val completionTime: Instant,
    /** When the event was registered; never before the completion time. */
    public val registrationTime: Instant,
) {
    /** The part of the event that a cargo stores. */
    public val handled: CompletedActivity get() = CompletedActivity(activity, completionTime)

    /**
     * Compares the cargo, the activity and the completion time.
     *
     * The registration time is ignored (HND-3).
     */
    override fun equals(other: Any?): Boolean =
        other is HandlingEvent && trackingId == other.trackingId && activity == other.activity &&
            completionTime == other.completionTime

    override fun hashCode(): Int = (trackingId.hashCode() * 31 + activity.hashCode()) * 31 + completionTime.hashCode()

    override fun toString(): String =
        "HandlingEvent($trackingId, $activity, $completionTime, registered $registrationTime)"

    public companion object {
        /**
         * Creates an event. Fails with `handling_completed_after_registration` if the completion time is later than the
         * registration time (HND-2).
         */
        public fun create(
            trackingId: TrackingId,
            activity: HandlingActivity,
            completionTime: Instant,
            registrationTime: Instant,
        ): Result<HandlingEvent> =
            if (completionTime > registrationTime) refused(Code.HANDLING_COMPLETED_AFTER_REGISTRATION)
            else Result.Success(HandlingEvent(trackingId, activity, completionTime, registrationTime))
    }
}
