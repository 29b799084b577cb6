package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.routing.VoyageNetwork
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reported
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import java.util.Random
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private fun options(limit: Long = 10, maxLegs: Long = 8, connection: Long = 0) =
    RouteSearch.Options.create(limit, maxLegs, connection).value

internal class RoutingTests {
    @Test
    fun `RTG-1 - options out of range are rejected, the limit first`() {
        expect(RouteSearch.Options.create(0, 0, -1).error.params.toString(), "[Text(name=text, text=0)]")
        expect(RouteSearch.Options.create(100, 17, -1).error.params.toString(), "[Text(name=text, text=17)]")
        expect(RouteSearch.Options.create(100, 16, -1).error.params.toString(), "[Text(name=text, text=-1)]")
        expect(RouteSearch.Options.create(101).code, "integer_out_of_range")
    }

    @Test
    fun `RTG-2, RTG-5 - results trade fewer legs for earlier arrivals, best first`() {
        val voyages = listOf(
            voyage("SLOW", movement("HKHKG", 10, "SESTO", 40)),
            voyage("A", movement("HKHKG", 10, "USNYC", 20)),
            voyage("B", movement("USNYC", 20, "SESTO", 30)),
        )
        val found = VoyageNetwork(voyages).findRoutes(RouteSearch(specification(), day(1)))
        expect(found.map { route -> route.legs.map { it.voyageNumber.text } }, listOf(listOf("A", "B"), listOf("SLOW")))
        val connected = VoyageNetwork(voyages).findRoutes(RouteSearch(specification(), day(1), options(connection = 1)))
        expect(connected.map { route -> route.legs.map { it.voyageNumber.text } }, listOf(listOf("SLOW")))
        expect(VoyageNetwork(voyages).findRoutes(RouteSearch(specification(deadline = 30), day(1))), emptyList())
    }

    @Test
    fun `RTG-3 - the later load, then the smaller voyage number breaks ties of arrival`() {
        val voyages = listOf(
            voyage("C", movement("HKHKG", 10, "SESTO", 20)), voyage("B", movement("HKHKG", 11, "SESTO", 20)),
            voyage("A", movement("HKHKG", 11, "SESTO", 20)),
        )
        val found = VoyageNetwork(voyages).findRoutes(RouteSearch(specification(), day(1), options(limit = 1)))
        expect(found.single().legs.single().voyageNumber.text, "A")
    }

    @Test
    fun `RTG-7 - a cargo aboard gets routes from wherever its ship still calls`() {
        val ship = voyage(
            "V1",
            movement("HKHKG", 10, "USNYC", 20),
            movement("USNYC", 21, "DEHAM", 30),
            movement("DEHAM", 31, "SESTO", 50),
        )
        val feeder = voyage("V2", movement("DEHAM", 32, "SESTO", 34))
        val coaster = voyage("V3", movement("USNYC", 22, "SESTO", 33))
        val tooEarly = voyage("V4", movement("USNYC", 19, "SESTO", 25))
        fun routes(now: Int, voyages: List<Voyage>) = VoyageNetwork(voyages).findRoutes(
            RouteSearch(
                specification(from = "FIHEL"),
                day(now),
                aboard = RouteSearch.OnboardPosition(voyageNumber("V1"), port("HKHKG"), day(11)),
            ),
        ).map { route -> route.legs.joinToString(" ") { "${it.voyageNumber} to ${it.unloadLocation}" } }
        val all = listOf(ship, feeder, coaster, tooEarly)
        expect(routes(12, all), listOf("V1 to USNYC V3 to SESTO", "V1 to DEHAM V2 to SESTO", "V1 to SESTO"))
        expect(routes(21, all), listOf("V1 to DEHAM V2 to SESTO", "V1 to SESTO"))
        expect(routes(12, listOf(feeder, coaster)), emptyList())
        expect(routes(51, all), emptyList())
    }

    @Test
    fun `RTG-8 - a search that ignores the deadline finds what misses it, ashore and aboard`() {
        val voyages = listOf(
            voyage("V1", movement("HKHKG", 10, "USNYC", 20), movement("USNYC", 21, "SESTO", 40)),
            voyage("V2", movement("USNYC", 22, "SESTO", 30)),
        )
        for (aboard in listOf(null, RouteSearch.OnboardPosition(voyageNumber("V1"), port("HKHKG"), day(10)))) {
            val search = RouteSearch(specification(deadline = 30), day(9), aboard = aboard)
            expect(VoyageNetwork(voyages).findRoutes(search), emptyList())
            val found = VoyageNetwork(voyages).findRoutes(search.copy(ignoreDeadline = true))
            expect(found.map { it.lastUnloadTime }, listOf(day(30), day(40)))
        }
    }

    @Test
    fun `RTG-8 - routes follow the forecast as soon as a report is saved`() = runBlocking {
        val store = InMemoryStore()
        val routing = VoyageRoutingService(store.voyages)
        suspend fun times() = routing.findRoutes(RouteSearch(specification(), day(1))).value.single().legs
            .map { it.loadTime to it.unloadTime }
        store.voyages.save(voyage("V1", movement("HKHKG", 10, "SESTO", 20))).value
        expect(times(), listOf(day(10) to day(20)))
        val stored = store.voyages.findByNumber(voyageNumber("V1")).value
        store.voyages.save(stored.reported("HKHKG", PortCallEnd.DEPARTURE, 12)).value
        expect(times(), listOf(day(12) to day(22)))
    }

    @Test
    fun `RTG-2 to RTG-6 - 3,000 random networks give the same routes as a literal implementation of the rules`() {
        val random = Random(42)
        var routes = 0
        repeat(3_000) {
            val voyages = randomNetwork(random)
            val search = RouteSearch(
                RouteSpecification.create(ports[0], ports[1], instant(random.nextInt(60) + 10)).value,
                instant(random.nextInt(10)),
                options(
                    limit = 1L + random.nextInt(12),
                    maxLegs = 1L + random.nextInt(5),
                    connection = random.nextInt(3) * 1000L,
                ),
            )
            val found = VoyageNetwork(voyages).findRoutes(search)
            routes += found.size
            expect(found, LiteralRouting(search, voyages).find())
        }
        expect(routes > 3_000, true)
    }
}

private val ports = listOf("AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE").map(::port)

private fun instant(second: Int): Instant = Instant.of(1_767_225_600_000 + second * 1000L).value

private fun randomNetwork(random: Random): List<Voyage> = List(3 + random.nextInt(10)) { number ->
    var at = ports[random.nextInt(ports.size)]
    var time = random.nextInt(25)
    val movements = List(1 + random.nextInt(5)) {
        val to = (ports - at)[random.nextInt(ports.size - 1)]
        val leaves = time + random.nextInt(3)
        val arrives = leaves + 1 + random.nextInt(6)
        CarrierMovement.create(at, to, instant(leaves), instant(arrives)).value.also {
            at = to
            time = arrives
        }
    }
    Voyage.register(voyageNumber("V$number"), Schedule.create(movements).value)
}

/**
 * Implements RTG-2 to RTG-5 literally: tries every voyage, every pair of movements and every port in every round,
 * without pruning.
 */
private class LiteralRouting(private val search: RouteSearch, private val voyages: List<Voyage>) {
    private class Label(val time: Long, val leg: Leg?)

    private val specification = search.routeSpecification

    fun find(): List<Itinerary> {
        val found = LinkedHashSet<Itinerary>()
        var departAfter = search.departAfter.epochMilliseconds
        while (found.size < search.options.limit) {
            val pass = pass(departAfter).filter { specification.isSatisfiedBy(it) }
            if (pass.isEmpty()) break
            found += pass
            departAfter = pass.minOf { it.firstLoadTime.epochMilliseconds } + 1
        }
        return found.sortedWith { one, other ->
            val numbers = { route: Itinerary -> route.legs.joinToString("\u0000") { it.voyageNumber.text } }
            compareValuesBy(
                one,
                other,
                { it.lastUnloadTime.epochMilliseconds },
                { it.legs.size },
                { -it.firstLoadTime.epochMilliseconds },
                numbers,
            )
        }.take(search.options.limit)
    }

    private fun pass(departAfter: Long): List<Itinerary> {
        val rounds = arrayListOf(mapOf(specification.origin to Label(departAfter, null)))
        for (legs in 1..search.options.maxLegs) {
            val labels = HashMap<io.github.cargokit.domain.location.UnLocode, Label>()
            val rides = voyages.flatMap { voyage ->
                val places = voyage.schedule.movements.indices
                places.flatMap { i -> (i..places.last).map { j -> Triple(voyage, i, j) } }
            }
            for ((voyage, i, j) in rides) {
                val from = voyage.schedule.movements[i]
                val to = voyage.schedule.movements[j]
                val before = rounds[legs - 1][from.departureLocation] ?: continue
                val ready = before.time + if (legs > 1) search.options.minimumConnection else 0
                if (from.departureTime.epochMilliseconds < ready) continue
                val arrival = to.arrivalTime.epochMilliseconds
                if (rounds.any { (it[to.arrivalLocation]?.time ?: Long.MAX_VALUE) <= arrival }) continue
                val leg = Leg.create(
                    voyage.number,
                    from.departureLocation,
                    to.arrivalLocation,
                    from.departureTime,
                    to.arrivalTime,
                ).value
                val present = labels[to.arrivalLocation]?.leg
                val isBetter = present == null || compareValuesBy(
                    leg, present, { it.unloadTime.epochMilliseconds }, { -it.loadTime.epochMilliseconds },
                    { it.voyageNumber.text }, { it.loadLocation.text },
                ) < 0
                if (isBetter) labels[to.arrivalLocation] = Label(arrival, leg)
            }
            rounds += labels
        }
        return (1..search.options.maxLegs).mapNotNull { legs ->
            if (specification.destination !in rounds[legs]) return@mapNotNull null
            var at = specification.destination
            Itinerary.create(
                (legs downTo 1).map { round ->
                    rounds[round].getValue(at).leg!!.also { at = it.loadLocation }
                }.reversed(),
            ).value
        }
    }
}
