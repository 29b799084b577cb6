package io.github.cargokit.infrastructure.routing

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.routing.RouteIndex.Sailing
import kotlin.math.abs

/**
 * Finds the routes that are best in arrival time or number of legs, in rounds (RTG-1 to RTG-8).
 *
 * Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing" (RAPTOR), 2012. Round k extends the labels of
 * round k − 1 by one leg. A pass takes linear time in the movements it visits. Labels that can't lead to a useful route
 * are never created: those that arrive at the deadline or later, and those that arrive no earlier than a route with
 * fewer legs reaches the destination.
 */
internal class RouteFinder(private val index: RouteIndex, private val search: RouteSearch) {
    /** The last leg of the best way to a port with a given number of legs. */
    private class Label(val sailing: Sailing, val load: Int, val unload: Int) {
        val arrivalTime: Long get() = sailing.arrivalTimes[unload]
        val loadTime: Long get() = sailing.departureTimes[load]
    }

    /** The time before which routes must arrive. */
    private val deadline =
        if (search.ignoreDeadline) Long.MAX_VALUE else search.routeSpecification.arrivalDeadline.epochMilliseconds
    private val origin = index.numberOf(search.routeSpecification.origin)
    private val destination = index.numberOf(search.routeSpecification.destination)

    /** Returns the routes, best first. */
    fun find(): List<Itinerary> {
        val aboard = search.aboard
        return when {
            destination < 0 -> emptyList()
            aboard != null -> findAboard(aboard)
            origin < 0 -> emptyList()
            else -> findAshore()
        }
    }

    /** Runs passes from the origin, each one departing later, until one finds nothing or enough is found (RTG-4). */
    private fun findAshore(): List<Itinerary> {
        val found = LinkedHashSet<Itinerary>()
        var departAfter = search.departAfter.epochMilliseconds
        while (found.size < search.options.limit) {
            val itineraries = passAshore(departAfter)
            if (itineraries.isEmpty()) break
            found += itineraries
            departAfter = itineraries.minOf { it.firstLoadTime.epochMilliseconds } + 1
        }
        return found.sortedWith(ORDER).take(search.options.limit)
    }

    private fun passAshore(departAfter: Long): List<Itinerary> {
        val pass = Pass()
        pass.start(origin, departAfter)
        for (legs in 1..search.options.maxLegs) {
            val isExtended =
                pass.extend { arrival -> if (legs == 1) departAfter else arrival + search.options.minimumConnection }
            if (!isExtended) break
        }
        return pass.itineraries
    }

    /** Runs passes from the calls that the ship still makes, each one loading the second leg later (RTG-7). */
    private fun findAboard(aboard: RouteSearch.OnboardPosition): List<Itinerary> {
        val calls = callsAhead(aboard)
        if (calls.isEmpty() || aboard.location == search.routeSpecification.destination) return emptyList()
        val found = LinkedHashSet<Itinerary>()
        var start: Long? = null
        while (found.size < search.options.limit) {
            val itineraries = passAboard(calls, start)
            found += itineraries
            start = itineraries.mapNotNull { it.legs.getOrNull(1)?.loadTime?.epochMilliseconds }.minOrNull()?.plus(1)
                ?: break
        }
        return found.sortedWith(ORDER_ABOARD).take(search.options.limit)
    }

    private fun passAboard(calls: Map<Int, Label>, start: Long?): List<Itinerary> {
        val pass = Pass()
        pass.start(calls)
        for (legs in 2..search.options.maxLegs) {
            val earliest = if (legs == 2 && start != null) start else 0
            val isExtended = pass.extend { arrival -> maxOf(arrival + search.options.minimumConnection, earliest) }
            if (!isExtended) break
        }
        return pass.itineraries
    }

    /** Returns the first call at each port that the ship still makes, as a label of round 1 (RTG-7). */
    private fun callsAhead(aboard: RouteSearch.OnboardPosition): Map<Int, Label> {
        val sailing = index.sailing(aboard.voyageNumber) ?: return emptyMap()
        val port = index.numberOf(aboard.location)
        val load = sailing.departures.indices
            .filter { sailing.departures[it] == port }
            .minByOrNull { abs(sailing.departureTimes[it] - aboard.loadedAt.epochMilliseconds) } ?: return emptyMap()
        return (load until sailing.arrivals.size)
            .filter { sailing.arrivals[it] != port && sailing.arrivalTimes[it] >= search.departAfter.epochMilliseconds }
            .distinctBy { sailing.arrivals[it] }
            .associate { sailing.arrivals[it] to Label(sailing, load, it) }
    }

    /**
     * One run over all rounds. Finds an itinerary for each number of legs that reaches the destination earlier than
     * fewer legs do.
     */
    private inner class Pass {
        val itineraries = ArrayList<Itinerary>()
        private val rounds = ArrayList<Array<Label?>>()
        private val best = LongArray(index.portCount) { Long.MAX_VALUE }
        private var reached = emptyList<Int>()

        /** Starts at a port, at a time. */
        fun start(port: Int, time: Long) {
            best[port] = time
            reached = listOf(port)
        }

        /** Starts with the labels of round 1. */
        fun start(calls: Map<Int, Label>) {
            reached = calls.keys.toList()
            add(Array(index.portCount) { calls[it] })
        }

        /**
         * Adds a round, given when the cargo is ready to leave a port that it reached at a time (RTG-2).
         *
         * Returns false if it reaches no port earlier than before.
         */
        fun extend(readyAt: (Long) -> Long): Boolean {
            val end = minOf(deadline, best[destination])
            val board = Array(index.portCount) { -1L }
            for (port in reached) board[port] = readyAt(best[port])
            val labels = arrayOfNulls<Label>(index.portCount)
            reached = ride(boardable(reached, board, end), board, best, end, labels)
            if (reached.isNotEmpty()) add(labels)
            return reached.isNotEmpty()
        }

        private fun add(labels: Array<Label?>) {
            rounds += labels
            for (port in reached) labels[port]?.let { best[port] = it.arrivalTime }
            val last = labels[destination] ?: return
            if (last.arrivalTime < deadline) itineraries += itinerary(rounds)
        }
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
    private fun ride(
        sailings: List<Sailing>,
        board: Array<Long>,
        best: LongArray,
        end: Long,
        labels: Array<Label?>,
    ): List<Int> {
        val reached = ArrayList<Int>()
        for (sailing in sailings) {
            var load = sailing.boarding
            for (movement in sailing.boarding until sailing.arrivals.size) {
                if (sailing.arrivalTimes[movement] >= end) break
                val ready = board[sailing.departures[movement]]
                // Board as late as possible: of two ways to ride to the same arrival, the one that loads later is
                // better.
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
            val from = label.sailing.movements[label.load]
            val to = label.sailing.movements[label.unload]
            legs += Leg.create(
                label.sailing.voyage.number, from.departureLocation, to.arrivalLocation, from.departureTime,
                to.arrivalTime,
            ).orElse { error("No leg returns to where it began: $it") }
            port = label.sailing.departures[label.load]
        }
        return Itinerary.create(legs.asReversed()).orElse { error("Labels connect: $it") }
    }

    private companion object {
        /**
         * RTG-3. Two candidates with the same voyage and load time board the same movement, so the load location never
         * decides.
         */
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

        /** RTG-7: of routes that are alike in RTG-5's order, the one that leaves its first port later comes first. */
        val ORDER_ABOARD: Comparator<Itinerary> = ORDER.thenByDescending { it.legs.getOrNull(1)?.loadTime }
    }
}
