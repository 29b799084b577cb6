package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.refused

/**
 * A carrier's journey on a schedule: an aggregate root, identified by its number (VOY-4).
 *
 * A voyage is immutable. An operation that changes nothing returns this very object.
 */
public class Voyage private constructor(
    /** The voyage's identity. */
    public val number: VoyageNumber,
    /** The ports and times of the journey. */
    public val schedule: Schedule,
    /** Who operates the voyage, and by what (VOY-5). */
    public val details: VoyageDetails,
    /** The reports that count, at most one of each end, in the order of the ends (VOY-6). */
    public val reports: List<PortCallReport>,
    /** The schedule with the times that follow from the reports (VOY-7). */
    public val forecast: Schedule,
    /** How many times the voyage was saved: 0 until the first save. */
    public val version: Long,
    /** The facts raised since the voyage was loaded, in order. */
    public val raisedFacts: List<DomainFact>,
) {
    /**
     * Replaces the schedule, drops all reports, and raises `VoyageRescheduled` (VOY-4).
     *
     * An equal schedule changes nothing and raises nothing. The details stay.
     */
    public fun rescheduledTo(schedule: Schedule): Voyage =
        if (schedule == this.schedule) this
        else Voyage(
            number, schedule, details, reports = emptyList(), forecast = schedule, version,
            raisedFacts + DomainFact.VoyageRescheduled(number, schedule),
        )

    /** Replaces all details, and raises `VoyageDescribed`. Equal details change nothing and raise nothing (VOY-5). */
    public fun describedAs(details: VoyageDetails): Voyage =
        if (details == this.details) this
        else Voyage(
            number, schedule, details, reports, forecast, version,
            raisedFacts + DomainFact.VoyageDescribed(number, details),
        )

    /**
     * Takes a carrier's report of a port call, and raises `PortCallReported` (VOY-6).
     *
     * It is about the movement with that end at that location whose scheduled time is nearest to the reported one. A
     * report that counts less than the one known changes nothing; one that repeats what is known is kept without a
     * fact. `at` is the present time: a report can't have been made later.
     *
     * Fails with `voyage_does_not_call`; `port_call_in_future` for an actual time after `at`; `instant_out_of_range` if
     * the forecast leaves the years 1970 to 9999.
     */
    public fun reporting(
        location: UnLocode,
        end: PortCallEnd,
        status: PortCallStatus,
        time: Instant,
        reportedAt: Instant,
        at: Instant,
    ): Result<Voyage> {
        val movement = schedule.movementNearestTo(time, end, location)
            ?: return Result.Failure(DomainError.voyageDoesNotCall(location))
        if (status == PortCallStatus.ACTUAL && time > at) return refused(Code.PORT_CALL_IN_FUTURE)
        val report = PortCallReport(movement, end, status, time, minOf(reportedAt, at))
        val known = reports.firstOrNull { it.place == report.place }
        if (known != null && !report.outranks(known)) return Result.Success(this)
        val kept = (reports.filter { it !== known } + report).sortedBy { it.place }
        val isNews = known == null || !report.repeats(known)
        val own = DomainFact.PortCallReported(number, movement, end, location, status, time).takeIf { isNews }
        return schedule.forecast(kept)
            .map { Voyage(number, schedule, details, kept, it, version, raisedFacts + listOfNotNull(own)) }
    }

    /** Returns whether both values are the same voyage, even if their schedules differ. */
    public fun isSameVoyage(other: Voyage): Boolean = number == other.number

    /** Compares the whole state except for the raised facts. */
    override fun equals(other: Any?): Boolean = other is Voyage && number == other.number &&
        schedule == other.schedule && details == other.details && reports == other.reports && version == other.version

    override fun hashCode(): Int = number.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Voyage($number, version $version)"

    /**
     * Returns this voyage as if it were loaded from storage with a version: reconstituted, and without raised facts
     * (REP-5).
     */
    @InternalCargoKitApi
    public fun storedAs(version: Long): Result<Voyage> = reconstitute(number, schedule, details, reports, version)

    public companion object {
        /**
         * Creates a new voyage with version 0.
         *
         * Saving it makes it version 1.
         */
        public fun register(
            number: VoyageNumber,
            schedule: Schedule,
            details: VoyageDetails = VoyageDetails.NONE,
        ): Voyage =
            Voyage(number, schedule, details, reports = emptyList(), forecast = schedule, version = 0, emptyList())

        /**
         * Restores a stored voyage. Raises no events.
         *
         * Fails with `integer_out_of_range` for a version below 0 or above 2^53−1 (VAL-INT-1);
         * `port_call_reports_invalid` if the reports aren't in the order of the ends, at most one of each end of the
         * schedule; `instant_out_of_range` if their forecast leaves the years 1970 to 9999 (VOY-7).
         */
        public fun reconstitute(
            number: VoyageNumber,
            schedule: Schedule,
            details: VoyageDetails,
            reports: List<PortCallReport>,
            version: Long,
        ): Result<Voyage> {
            Version.check(version).orElse { return it }
            val own = reports.toList()
            val places = listOf(-1L) + own.map { it.place } + (PortCallReport.ENDS.toLong() * schedule.movements.size)
            if (!places.zipWithNext().all { (left, right) -> left < right }) {
                return refused(Code.PORT_CALL_REPORTS_INVALID)
            }
            return schedule.forecast(own).map { Voyage(number, schedule, details, own, it, version, emptyList()) }
        }
    }
}
