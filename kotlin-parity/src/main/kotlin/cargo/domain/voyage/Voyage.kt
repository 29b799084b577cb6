package cargo.domain.voyage

import cargo.domain.shared.DomainFact
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.map

/** A carrier's journey over a schedule: an aggregate root, identified by its number (VOY-4). */
class Voyage private constructor(
    /** The identity. */
    val number: VoyageNumber,
    /** When and where it calls. */
    val schedule: Schedule,
    /** How often it was saved: 0 before the first time. */
    val version: Long,
    /** The facts raised since it was loaded, in order. */
    val raisedFacts: List<DomainFact>,
) {
    /** Replaces the schedule and raises `VoyageRescheduled`; an equal schedule changes and raises nothing. */
    fun reschedule(schedule: Schedule): Voyage =
        if (schedule == this.schedule) this
        else Voyage(number, schedule, version, raisedFacts + DomainFact.VoyageRescheduled(number))

    /** Whether both are the same voyage, whatever their schedules. */
    fun isSameVoyage(other: Voyage): Boolean = number == other.number

    /** Compares the state; facts not yet stored do not count. */
    override fun equals(other: Any?): Boolean =
        other is Voyage && number == other.number && schedule == other.schedule && version == other.version

    override fun hashCode(): Int = number.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Voyage($number, version $version)"

    companion object {
        /** Registers a new voyage; it has version 1 once it is saved. */
        fun register(number: VoyageNumber, schedule: Schedule): Voyage = Voyage(number, schedule, 0, emptyList())

        /** Brings a voyage back from storage; raises nothing. Fails with `integer_out_of_range` (VAL-INT-1). */
        fun reconstitute(number: VoyageNumber, schedule: Schedule, version: Long): Result<Voyage> =
            Version.check(version).map { Voyage(number, schedule, it, emptyList()) }
    }
}
