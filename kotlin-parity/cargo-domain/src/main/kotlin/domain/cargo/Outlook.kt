package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * The estimate of a cargo with an itinerary, and the times behind it (EST-1 to EST-4).
 *
 * A pure function of the cargo, its history and the voyages of its legs.
 */
@ConsistentCopyVisibility
public data class Outlook internal constructor(
    /** The estimate. */
    public val estimate: Estimate,
    /** The times of each leg of the itinerary. */
    public val legs: List<LegTimes>,
    /** When the next scan is expected; null if the route is disrupted, or the cargo misdirected (EST-6). */
    internal val timeDue: Instant?,
) {
    /**
     * When a leg was loaded and unloaded, and when the entries that aren't done are estimated. What is unknown is null.
     */
    public data class LegTimes(
        public val actualLoadTime: Instant?,
        public val actualUnloadTime: Instant?,
        public val estimatedLoadTime: Instant?,
        public val estimatedUnloadTime: Instant?,
    )

    internal companion object {
        /**
         * Derives the outlook of a route from a judgement of its history. A voyage that isn't registered is absent from
         * the map.
         */
        fun of(
            routeSpecification: RouteSpecification,
            itinerary: Itinerary,
            judgement: HandlingJudgement,
            history: HandlingHistory,
            voyages: Map<VoyageNumber, Voyage>,
        ): Outlook {
            val position = judgement.progress.planPosition ?: error("A cargo with an itinerary has a position")
            val estimated = itinerary.legs.mapIndexed { index, leg ->
                Call.of(leg, voyages[leg.voyageNumber]?.forecast, loadedAt = judgement.actualTimes[Plan.loadOf(index)])
            }
            val calls = estimated.mapIndexed { index, call ->
                call.remaining(isLoaded = position > Plan.loadOf(index), isUnloaded = position > Plan.unloadOf(index))
            }
            val disruption = disruption(itinerary, calls, position, timeAshore(history))
            val isMisdirected = judgement.progress.isMisdirected
            val arrives = disruption == null && !isMisdirected && routeSpecification.isConnectedBy(itinerary)
            val lastUnload = Plan.unloadOf(itinerary.legs.size - 1)
            val arrival = judgement.actualTimes[lastUnload] ?: estimated.last().unload ?: itinerary.lastUnloadTime
            return Outlook(
                estimate = Estimate(disruption, arrival.takeIf { arrives }),
                legs = calls.mapIndexed { index, call ->
                    LegTimes(
                        actualLoadTime = judgement.actualTimes[Plan.loadOf(index)],
                        actualUnloadTime = judgement.actualTimes[Plan.unloadOf(index)],
                        estimatedLoadTime = call.load,
                        estimatedUnloadTime = call.unload,
                    )
                },
                timeDue = if (disruption == null && !isMisdirected) timeDue(calls, position) else null,
            )
        }

        /** When the cargo last came ashore, judged or not. */
        private fun timeAshore(history: HandlingHistory): Instant? = history.events
            .lastOrNull { it.activity.type == HandlingType.RECEIVE || it.activity.type == HandlingType.UNLOAD }
            ?.completionTime

        /** Returns the first disruption of the legs that aren't unloaded (EST-3). */
        private fun disruption(
            itinerary: Itinerary,
            calls: List<Call>,
            position: Int,
            timeAshore: Instant?,
        ): Disruption? {
            itinerary.legs.forEachIndexed { index, leg ->
                val call = calls[index]
                val isLoaded = position > Plan.loadOf(index)
                val isUnloaded = position > Plan.unloadOf(index)
                val there = if (position == Plan.loadOf(index)) timeAshore else calls.getOrNull(index - 1)?.unload
                when {
                    isUnloaded -> Unit
                    call.unload == null -> {
                        val location = if (isLoaded) leg.unloadLocation else leg.loadLocation
                        return Disruption.of(index, leg, location, Disruption.Reason.VOYAGE_DOES_NOT_CALL)
                    }
                    call.load != null && there != null && call.load < there ->
                        return Disruption.of(index, leg, leg.loadLocation, Disruption.Reason.CONNECTION_MISSED)
                }
            }
            return null
        }

        /** Returns the estimated time of the entry due; for entry 0, that of the first load (EST-6). */
        private fun timeDue(calls: List<Call>, position: Int): Instant? {
            val entry = maxOf(position, 1)
            val call = calls.getOrNull((entry - 1) / 2) ?: return null
            return if (entry % 2 == 1) call.load else call.unload
        }
    }

    /** The estimated times of a leg (EST-2). */
    private class Call(val load: Instant?, val unload: Instant?) {
        /** Returns the times of the entries that aren't done. */
        fun remaining(isLoaded: Boolean, isUnloaded: Boolean) =
            Call(load.takeUnless { isLoaded }, unload.takeUnless { isUnloaded })

        companion object {
            private val NONE = Call(null, null)

            /**
             * Estimates the times of a leg by its voyage's forecast. A cargo that is aboard may have fewer calls ahead
             * than were planned.
             */
            fun of(leg: Leg, forecast: Schedule?, loadedAt: Instant?): Call {
                if (forecast == null) return NONE
                val pair = nearestPair(leg, forecast, near = loadedAt ?: leg.loadTime)
                val first = loadedAt?.let { since ->
                    forecast.movements.firstOrNull {
                        it.arrivalLocation == leg.unloadLocation && it.arrivalTime > since
                    }?.arrivalTime
                }
                val isSkipped = first != null && (pair.load == null || first < pair.load)
                return if (isSkipped) Call(pair.load, first) else pair
            }

            /**
             * Returns the pair of movements whose departure is nearest to a time, then whose arrival is nearest to the
             * planned one.
             */
            private fun nearestPair(leg: Leg, forecast: Schedule, near: Instant): Call {
                val movements = forecast.movements
                val pairs = movements.indices.asSequence().filter {
                    movements[it].departureLocation == leg.loadLocation
                }.flatMap { first ->
                    (first until movements.size).asSequence().filter {
                        movements[it].arrivalLocation == leg.unloadLocation
                    }.map { first to it }
                }
                val nearest = pairs.minWithOrNull(
                    compareBy<Pair<Int, Int>> { movements[it.first].departureTime.distanceTo(near) }
                        .thenBy { movements[it.second].arrivalTime.distanceTo(leg.unloadTime) }
                        .thenBy { it.first }
                        .thenBy { it.second },
                ) ?: return NONE
                return Call(movements[nearest.first].departureTime, movements[nearest.second].arrivalTime)
            }
        }
    }
}
