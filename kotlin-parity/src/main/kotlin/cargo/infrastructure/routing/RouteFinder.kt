package cargo.infrastructure.routing

import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.Leg
import cargo.domain.routing.RouteSearch
import cargo.domain.shared.orElse
import cargo.infrastructure.routing.RouteIndex.Sailing

/**
 * Finds the routes that are best in arrival time or number of legs, in rounds (RTG-1 to RTG-6).
 *
 * Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing" (RAPTOR), 2012. Round k extends the labels of round k − 1 by one
 * leg. A pass takes linear time in the movements it visits. Labels that can't lead to a useful route are never created: those that arrive
 * at the deadline or later, and those that arrive no earlier than a route with fewer legs reaches the destination.
 */
internal class RouteFinder(private val index: RouteIndex, private val search: RouteSearch) {
    /** The last leg of the best way to a port with a given number of legs. */
    private class Label(val sailing: Sailing, val load: Int, val unload: Int) {
        val arrivalTime: Long get() = sailing.arrivalTimes[unload]
        val loadTime: Long get() = sailing.departureTimes[load]
    }

    private val deadline = search.routeSpecification.arrivalDeadline.epochMilliseconds
    private val origin = index.numberOf(search.routeSpecification.origin)
    private val destination = index.numberOf(search.routeSpecification.destination)

    /** Returns the routes, best first. */
    fun find(): List<Itinerary> {
        if (origin < 0 || destination < 0) return emptyList()
        val found = LinkedHashSet<Itinerary>()
        var departAfter = search.departAfter.epochMilliseconds
        while (found.size < search.options.limit) {
            val itineraries = pass(departAfter)
            if (itineraries.isEmpty()) break
            found += itineraries
            departAfter = itineraries.minOf { it.firstLoadTime.epochMilliseconds } + 1
        }
        return found.sortedWith(ORDER).take(search.options.limit)
    }

    /** Returns an itinerary for each number of legs that reaches the destination earlier than fewer legs do. */
    private fun pass(departAfter: Long): List<Itinerary> {
        val itineraries = ArrayList<Itinerary>()
        val rounds = ArrayList<Array<Label?>>()
        val best = LongArray(index.portCount) { Long.MAX_VALUE }
        best[origin] = departAfter
        var reached = listOf(origin)
        for (legs in 1..search.options.maxLegs) {
            val end = minOf(deadline, best[destination])
            val board = Array(index.portCount) { -1L }
            for (port in reached) board[port] = if (legs == 1) departAfter else best[port] + search.options.minimumConnection
            val labels = arrayOfNulls<Label>(index.portCount)
            reached = ride(boardable(reached, board, end), board, best, end, labels)
            if (reached.isEmpty()) break
            rounds += labels
            for (port in reached) labels[port]?.let { best[port] = it.arrivalTime }
            if (labels[destination] != null) itineraries += itinerary(rounds)
        }
        return itineraries
    }

    /** Returns the sailings that can be boarded, each with its first movement that can. */
    private fun boardable(reached: List<Int>, board: Array<Long>, end: Long): List<Sailing> {
        val sailings = ArrayList<Sailing>()
        for (port in reached) {
            index.port(port).forEachCall(earliest = board[port], end = end) { call ->
                if (call.sailing.boarding < 0) {
                    sailings += call.sailing
                    call.sailing.boarding = call.movement
                } else if (call.movement < call.sailing.boarding) {
                    call.sailing.boarding = call.movement
                }
            }
        }
        return sailings
    }

    /** Follows each sailing and labels the ports that it reaches in time (RTG-2, RTG-3). Returns the labelled ports. */
    private fun ride(sailings: List<Sailing>, board: Array<Long>, best: LongArray, end: Long, labels: Array<Label?>): List<Int> {
        val reached = ArrayList<Int>()
        for (sailing in sailings) {
            var load = sailing.boarding
            for (movement in sailing.boarding until sailing.arrivals.size) {
                if (sailing.arrivalTimes[movement] >= end) break
                val ready = board[sailing.departures[movement]]
                // Board as late as possible: of two ways to ride to the same arrival, the one that loads later is better.
                if (ready >= 0 && ready <= sailing.departureTimes[movement]) load = movement
                val port = sailing.arrivals[movement]
                if (sailing.arrivalTimes[movement] >= best[port]) continue
                val candidate = Label(sailing, load, movement)
                val present = labels[port]
                if (present == null) reached += port
                if (present == null || CANDIDATES.compare(candidate, present) < 0) labels[port] = candidate
            }
            sailing.boarding = -1
        }
        return reached
    }

    /** Follows the labels back from the destination. */
    private fun itinerary(rounds: List<Array<Label?>>): Itinerary {
        val legs = ArrayList<Leg>()
        var port = destination
        for (labels in rounds.asReversed()) {
            val label = labels[port] ?: error("A label follows from one of the round before")
            val from = label.sailing.voyage.schedule.movements[label.load]
            val to = label.sailing.voyage.schedule.movements[label.unload]
            legs += Leg.create(
                label.sailing.voyage.number, from.departureLocation, to.arrivalLocation, from.departureTime, to.arrivalTime,
            ).orElse { error("No leg returns to where it began: $it") }
            port = label.sailing.departures[label.load]
        }
        return Itinerary.create(legs.asReversed()).orElse { error("Labels connect: $it") }
    }

    private companion object {
        /** RTG-3. Two candidates with the same voyage and load time board the same movement, so the load location never decides. */
        val CANDIDATES: Comparator<Label> =
            compareBy<Label> { it.arrivalTime }.thenByDescending { it.loadTime }.thenBy { it.sailing.voyage.number }

        /** RTG-5. */
        val ORDER: Comparator<Itinerary> =
            compareBy<Itinerary> { it.lastUnloadTime }
                .thenBy { it.legs.size }
                .thenByDescending { it.firstLoadTime }
                .thenComparator { one, other ->
                    one.legs.indices.asSequence()
                        .map { one.legs[it].voyageNumber.compareTo(other.legs[it].voyageNumber) }
                        .firstOrNull { it != 0 } ?: 0
                }
    }
}
