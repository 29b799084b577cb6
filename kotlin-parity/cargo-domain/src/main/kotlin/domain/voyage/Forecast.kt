package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse

/**
 * Returns a schedule with the times that follow from the reports, of which each end has at most one (VOY-7).
 *
 * A late ship stays late until its carrier says otherwise, an early one waits, and nothing that is past is later than
 * what followed it. Fails with `instant_out_of_range`, for the first end whose time is before 1970 or after 9999.
 */
internal fun Schedule.forecast(reports: List<PortCallReport>): Result<Schedule> =
    if (reports.isEmpty()) Result.Success(this)
    else Forecast(this, reports).times.asIterable().mapUntilFailure { Instant.of(it) }.map(::withTimes)

/** Returns the same movements at other times: departure and arrival of each, in order. */
private fun Schedule.withTimes(times: List<Instant>): Schedule {
    val moved = movements.zip(times.chunked(PortCallReport.ENDS)) { movement, (departure, arrival) ->
        CarrierMovement.create(movement.departureLocation, movement.arrivalLocation, departure, arrival)
            .orElse { error("A forecast keeps the order of the ends (VOY-7): $it") }
    }
    return Schedule.create(moved).orElse { error("A forecast keeps the order of the movements (VOY-7): $it") }
}

/** The times of all ends in milliseconds since 1970: departure and arrival of movement 0, then of movement 1, … */
private class Forecast(schedule: Schedule, reports: List<PortCallReport>) {
    private val scheduled = schedule.movements.flatMap { listOf(it.departureTime, it.arrivalTime) }
        .map { it.epochMilliseconds }
    private val reported = reports.associateBy({ it.place.toInt() }, { it.time.epochMilliseconds })

    /** The last end with an actual time; −1 if there is none. */
    private val past = reports.lastOrNull { it.status == PortCallStatus.ACTUAL }?.place?.toInt() ?: -1

    val times = LongArray(scheduled.size)

    init {
        if (past >= 0) times[past] = reported.getValue(past)
        for (end in past - 1 downTo 0) times[end] = before(end)
        for (end in past + 1 until times.size) times[end] = ahead(end)
    }

    /** The time of an end that is past, given the one after it. */
    private fun before(end: Int): Long = minOf(reported[end] ?: scheduled[end], times[end + 1] - gap(end + 1))

    /** The time of an end that may be ahead, given the one before it. */
    private fun ahead(end: Int): Long {
        val own = reported[end]
        return when {
            end == 0 -> own ?: scheduled[end]
            own != null -> maxOf(own, times[end - 1] + gap(end))
            else -> scheduled[end] + maxOf(0, times[end - 1] - scheduled[end - 1])
        }
    }

    /** The least time between an end and the one before it: an arrival is later than its departure. */
    private fun gap(end: Int): Long = (end % PortCallReport.ENDS).toLong()
}
