package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map

/** A carrier's journey on a schedule: an aggregate root, identified by its number (VOY-4). */
public class Voyage private constructor(
    /** The voyage's identity. */
    public val number: VoyageNumber,
    /** The ports and times of the journey. */
    public val schedule: Schedule,
    /** How many times the voyage was saved: 0 until the first save. */
    public val version: Long,
    /** The facts raised since the voyage was loaded, in order. */
    public val raisedFacts: List<DomainFact>,
) {
    /**
     * Replaces the schedule and raises `VoyageRescheduled`.
     *
     * An equal schedule changes nothing and raises nothing.
     */
    public fun rescheduledTo(schedule: Schedule): Voyage =
        if (schedule == this.schedule) this
        else Voyage(number, schedule, version, raisedFacts + DomainFact.VoyageRescheduled(number, schedule))

    /** Returns whether both values are the same voyage, even if their schedules differ. */
    public fun isSameVoyage(other: Voyage): Boolean = number == other.number

    /** Compares the whole state except for the raised facts. */
    override fun equals(other: Any?): Boolean =
        other is Voyage && number == other.number && schedule == other.schedule && version == other.version

    override fun hashCode(): Int = number.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Voyage($number, version $version)"

    public companion object {
        /**
         * Creates a new voyage with version 0.
         *
         * Saving it makes it version 1.
         */
        public fun register(number: VoyageNumber, schedule: Schedule): Voyage = Voyage(number, schedule, 0, emptyList())

        /**
         * Restores a stored voyage. Raises no events. Fails with `integer_out_of_range` for a version below 0 or above
         * 2^53−1 (VAL-INT-1).
         */
        public fun reconstitute(number: VoyageNumber, schedule: Schedule, version: Long): Result<Voyage> =
            Version.check(version).map { Voyage(number, schedule, it, emptyList()) }
    }
}
