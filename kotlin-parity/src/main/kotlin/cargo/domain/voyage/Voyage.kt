package cargo.domain.voyage

import cargo.domain.shared.DomainFact
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.map

/** A carrier's journey on a schedule: an aggregate root, identified by its number (VOY-4). */
class Voyage private constructor(
    /** The voyage's identity. */
    val number: VoyageNumber,
    /** The ports and times of the journey. */
    val schedule: Schedule,
    /** How many times the voyage was saved: 0 until the first save. */
    val version: Long,
    /** The facts raised since the voyage was loaded, in order. */
    val raisedFacts: List<DomainFact>,
) {
    /**
     * Replaces the schedule and raises `VoyageRescheduled`.
     *
     * An equal schedule changes nothing and raises nothing.
     */
    fun rescheduledTo(schedule: Schedule): Voyage =
        if (schedule == this.schedule) this
        else Voyage(number, schedule, version, raisedFacts + DomainFact.VoyageRescheduled(number, schedule))

    /** Returns whether both values are the same voyage, even if their schedules differ. */
    fun isSameVoyage(other: Voyage): Boolean = number == other.number

    /** Compares the whole state except for the raised facts. */
    override fun equals(other: Any?): Boolean =
        other is Voyage && number == other.number && schedule == other.schedule && version == other.version

    override fun hashCode(): Int = number.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Voyage($number, version $version)"

    companion object {
        /**
         * Creates a new voyage with version 0.
         *
         * Saving it makes it version 1.
         */
        fun register(number: VoyageNumber, schedule: Schedule): Voyage = Voyage(number, schedule, 0, emptyList())

        /** Restores a stored voyage. Raises no events. Fails with `integer_out_of_range` for a version below 0 or above 2^53−1 (VAL-INT-1). */
        fun reconstitute(number: VoyageNumber, schedule: Schedule, version: Long): Result<Voyage> =
            Version.check(version).map { Voyage(number, schedule, it, emptyList()) }
    }
}
