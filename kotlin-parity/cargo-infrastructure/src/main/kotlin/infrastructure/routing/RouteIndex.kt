package io.github.cargokit.infrastructure.routing

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * All known movements, ordered by port and time of departure, for route searches.
 *
 * Voyages are added and replaced one at a time. It isn't thread-safe.
 */
internal class RouteIndex {
    /** A voyage with its ports as numbers. Arrival times increase along it. */
    class Sailing(val voyage: Voyage, val departures: IntArray, val arrivals: IntArray) {
        /** The movements at the times that the voyage's reports lead to (RTG-8). */
        val movements: List<CarrierMovement> = voyage.forecast.movements
        val departureTimes = LongArray(departures.size) { movements[it].departureTime.epochMilliseconds }
        val arrivalTimes = LongArray(arrivals.size) { movements[it].arrivalTime.epochMilliseconds }

        /**
         * The first movement that can be boarded in the current round; −1 if none can. Used only by the running search.
         */
        var boarding = -1
    }

    /** A movement at its port of departure. */
    class Call(val sailing: Sailing, val movement: Int) {
        val time: Long get() = sailing.departureTimes[movement]
    }

    /** The calls at a port, ordered by time. */
    class Port {
        private val calls = ArrayList<Call>()
        private var isSorted = true

        fun add(call: Call) {
            isSorted = calls.isEmpty() || (isSorted && calls.last().time <= call.time)
            calls += call
        }

        fun remove(sailing: Sailing) {
            calls.removeAll { it.sailing === sailing }
        }

        /** Visits the calls that depart from `earliest` up to `end`. */
        inline fun forEachCall(earliest: Long, end: Long, visit: (Call) -> Unit) {
            sort()
            var index = firstIndex(earliest)
            while (index < calls.size && calls[index].time < end) visit(calls[index++])
        }

        private fun sort() {
            if (!isSorted) calls.sortBy { it.time }
            isSorted = true
        }

        private fun firstIndex(earliest: Long): Int {
            var low = 0
            var high = calls.size
            while (low < high) {
                val middle = (low + high) ushr 1
                if (calls[middle].time < earliest) low = middle + 1 else high = middle
            }
            return low
        }
    }

    private val numbers = HashMap<UnLocode, Int>()
    private val ports = ArrayList<Port>()
    private val sailings = HashMap<VoyageNumber, Sailing>()

    /** The number of known ports, which are numbered from 0. */
    val portCount: Int get() = ports.size

    /** Returns the number of a port; −1 if no voyage calls there. */
    fun numberOf(location: UnLocode): Int = numbers[location] ?: -1

    /** Returns the port with a number. */
    fun port(number: Int): Port = ports[number]

    /** Returns the voyage with a number, if it is known. */
    fun sailing(number: VoyageNumber): Sailing? = sailings[number]

    /** Adds a voyage, or replaces the one with the same number. */
    fun put(voyage: Voyage) {
        sailings.remove(voyage.number)?.let { old -> old.departures.distinct().forEach { ports[it].remove(old) } }
        val movements = voyage.forecast.movements
        val sailing = Sailing(
            voyage,
            departures = IntArray(movements.size) { register(movements[it].departureLocation) },
            arrivals = IntArray(movements.size) { register(movements[it].arrivalLocation) },
        )
        sailings[voyage.number] = sailing
        for (movement in movements.indices) ports[sailing.departures[movement]].add(Call(sailing, movement))
    }

    private fun register(location: UnLocode): Int = numbers.getOrPut(location) {
        ports += Port()
        ports.size - 1
    }
}
