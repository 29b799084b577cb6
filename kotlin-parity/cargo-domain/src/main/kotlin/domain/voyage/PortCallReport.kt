package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.Instant

/** What a carrier said of one end of a movement (VOY-6). */
public data class PortCallReport(
    /** The 0-based index of the movement in the schedule. */
    val movement: Int,
    /** Which of its ends is reported. */
    val end: PortCallEnd,
    /** Whether the time is past or expected. */
    val status: PortCallStatus,
    /** When the carrier departs or arrives. */
    val time: Instant,
    /** When the carrier said so. */
    val reportedAt: Instant,
) {
    /** The place of the end among all ends of a schedule, from 0: departure and arrival of movement 0, then of 1. */
    internal val place: Long get() = ENDS.toLong() * movement + end.ordinal

    /**
     * Returns whether a voyage keeps this report rather than another one of the same end: an actual time before an
     * estimated one, then what was reported later, then the later time.
     */
    internal fun outranks(other: PortCallReport): Boolean = RANK.compare(this, other) > 0

    /** Returns whether both reports say the same, whenever they were made. */
    internal fun repeats(other: PortCallReport): Boolean = this == other.copy(reportedAt = reportedAt)

    internal companion object {
        /** The number of ends of a movement. */
        val ENDS = PortCallEnd.entries.size

        private val RANK: Comparator<PortCallReport> =
            compareBy<PortCallReport> { it.status }.thenBy { it.reportedAt }.thenBy { it.time }
    }
}
