package io.github.cargokit.application

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.PortCallEnd.ARRIVAL
import io.github.cargokit.domain.voyage.PortCallEnd.DEPARTURE
import io.github.cargokit.domain.voyage.PortCallStatus.ACTUAL
import io.github.cargokit.domain.voyage.PortCallStatus.ESTIMATED
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private const val DAY = 86_400_000L

/* What carriers do to cargos: ships that are late, goods that are left behind or held. */

internal class CarrierTests {
    private var now = day(1)
    private val store = InMemoryStore({ now })
    private val kit = CargoKit(store, VoyageRoutingService(store.voyages)) { now }

    init {
        for (code in listOf("HKHKG", "USNYC", "SESTO", "DEHAM")) {
            store.place(Location(port(code), LocationName.parse("Port $code").value))
        }
        val sailings = listOf(
            voyage("V100", movement("HKHKG", 10, "USNYC", 20)),
            voyage("V200", movement("USNYC", 22, "SESTO", 30)),
            voyage("V300", movement("USNYC", 24, "DEHAM", 30), movement("DEHAM", 31, "SESTO", 36)),
            voyage("V400", movement("USNYC", 24, "DEHAM", 30)),
        )
        for (sailing in sailings) store.place(sailing.storedAs(1).value)
    }

    private fun id(text: String) = TrackingId.parse(text).value

    private suspend fun save(id: TrackingId = trackingId, change: (Cargo) -> Cargo = { it }) {
        val cargo = Cargo.book(id, customerId, specification(), at = day(1)).value.assignedTo(viaNewYork).value
        store.cargos.save(change(cargo)).value
    }

    private suspend fun types() = store.events.events(after = 0, limit = 100).value.map { it.fact.type }

    @Test
    fun `UC-12 - a late ship delays its cargos once, and who is on time again is told so`() = runBlocking {
        save()
        val late = kit.reportPortCall(voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(26)).value
        expect(late.version to late.isNew, 2L to true)
        val affected = late.affectedCargos.single()
        expect(affected.trackingId to affected.arrivalDelay, trackingId to 4 * DAY)
        expect(kit.track(trackingId).value.estimatedArrival, day(34))
        expect(types().takeLast(2), listOf("PortCallReported", "EstimatedArrivalChanged"))

        val again = kit.reportPortCall(voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(26)).value
        expect(again.version to again.isNew, 2L to false)
        expect(again.affectedCargos, late.affectedCargos)
        now = day(2)
        val repeated = kit.reportPortCall(voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(26)).value
        expect(repeated.version to repeated.isNew, 3L to true)
        expect(types().last(), "EstimatedArrivalChanged")
        now = day(3)
        val back = kit.reportPortCall(voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(22)).value
        expect(back.affectedCargos, emptyList())
        expect(types().takeLast(2), listOf("PortCallReported", "EstimatedArrivalChanged"))
    }

    @Test
    fun `UC-12 - the voyage, then the location, then the rule is checked, and a rejected report announces nothing`() =
        runBlocking {
            save()
            suspend fun report(voyage: String, at: String, day: Int = 26) =
                kit.reportPortCall(voyageNumber(voyage), ARRIVAL, port(at), ACTUAL, day(day)).code
            expect(report("V9", "FIHEL"), "voyage_not_found")
            expect(report("V200", "FIHEL"), "location_not_found")
            expect(report("V200", "USNYC"), "voyage_does_not_call")
            expect(report("V200", "SESTO"), "port_call_in_future")
            expect(types(), listOf("CargoBooked", "CargoRouted"))
        }

    @Test
    fun `UC-12 - a report over another writer's is taken into that one`() = runBlocking {
        val voyages = store.voyages
        val racing = object : VoyageRepository by voyages {
            var isFirst = true

            override suspend fun save(voyage: Voyage): Result<Unit> {
                if (isFirst) {
                    isFirst = false
                    kit.reportPortCall(voyage.number, DEPARTURE, port("HKHKG"), ESTIMATED, day(12)).value
                }
                return voyages.save(voyage)
            }
        }
        val environment = with(kit.environment) {
            Environment(
                clock, cargos, handlingEvents, racing, locations, idempotencyKeys, events, routing, handlingUnitOfWork,
            )
        }
        val request = ReportPortCall.Request(
            voyageNumber("V100"), port("USNYC"), ARRIVAL, ESTIMATED, day(25),
        )
        val response = ReportPortCall(environment).execute(request).value
        expect(response.version, 3L)
        expect(kit.voyage(voyageNumber("V100")).value.forecast.movements, listOf(movement("HKHKG", 12, "USNYC", 25)))
    }

    @Test
    fun `UC-3 - a route is assigned by the forecast`() = runBlocking {
        kit.book(port("USNYC"), port("SESTO"), by = day(60), customerId, trackingId).value
        kit.reportPortCall(voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(26)).value
        expect(kit.assign(itinerary(leg("V200", "USNYC", 22, "SESTO", 30)), trackingId).code, "leg_not_on_schedule")
        val route = kit.routes(trackingId).value.first()
        expect(route, itinerary(leg("V200", "USNYC", 26, "SESTO", 34)))
        kit.assign(route, trackingId).value
        expect(kit.track(trackingId).value.let { it.promisedArrival to it.arrivalDelay }, day(34) to 0L)
    }

    @Test
    fun `UC-2 - routes that miss the deadline are apart, and only if none meets it`() = runBlocking {
        kit.book(port("USNYC"), port("SESTO"), by = day(30), customerId, trackingId).value
        val none = kit.findRoutes(trackingId).value
        expect(none.itineraries to none.tooLate.map { it.lastUnloadTime }, emptyList<Any>() to listOf(day(30), day(36)))
        kit.changeDeadline(trackingId, to = day(31)).value
        val one = kit.findRoutes(trackingId).value
        expect(one.itineraries.size to one.tooLate, 1 to emptyList())
    }

    @Test
    fun `UC-12 - a report over another version than the voyage's changes nothing`() = runBlocking {
        suspend fun report(expectedVersion: Long) = kit.reportPortCall(
            voyageNumber("V200"), DEPARTURE, port("USNYC"), ESTIMATED, day(23), day(1),
            expectedVersion,
        )
        expect(report(expectedVersion = 2).error, DomainError.concurrencyConflict(voyageNumber("V200"), 2, actual = 1))
        expect(report(expectedVersion = 1).value.version, 2L)
        expect(report(expectedVersion = 1).code, "concurrency_conflict")
    }

    @Test
    fun `UC-13 - a leg goes on another voyage that calls at its ports, and its estimate is announced`() = runBlocking {
        save()
        suspend fun substitute(voyage: String, leg: Long = 1) =
            kit.substituteVoyage(voyageNumber(voyage), leg, trackingId)
        expect(substitute("V9", leg = 2).error, DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, "2"))
        expect(substitute("V9").code, "voyage_not_found")
        expect(substitute("V100").error, DomainError.voyageDoesNotCall(port("USNYC")))
        expect(substitute("V400").error, DomainError.voyageDoesNotCall(port("SESTO")))
        expect(substitute("V200").value.version, 1L)
        expect(substitute("V300").value.version, 2L)
        expect(types().takeLast(2), listOf("VoyageSubstituted", "EstimatedArrivalChanged"))
        val view = kit.track(trackingId).value
        expect(listOf(view.promisedArrival, view.plannedArrival), listOf(day(30), day(30)))
        expect(view.estimatedArrival to view.arrivalDelay, day(36) to 6 * DAY)
        now = day(25)
        kit.handle(RECEIVE, trackingId, at = port("HKHKG"), completed = day(9)).value
        kit.handle(LOAD, trackingId, at = port("USNYC"), on = voyageNumber("V300")).value
        expect(substitute("V200").code, "leg_already_loaded")
    }

    @Test
    fun `UC-14 - all cargos that wait for a voyage at a port roll over, each by itself`() = runBlocking {
        val short = itinerary(leg("V200", "USNYC", 22, "SESTO", 30))
        save(id("A-WAITS"))
        save(id("B-LOADED"))
        save(id("C-GONE")) { it.cancelled(Reason.parse("Sold").value, at = day(1)).value }
        val elsewhere = Cargo.book(id("D-FROM-THERE"), customerId, specification(from = "USNYC"), at = day(1)).value
        store.cargos.save(elsewhere.assignedTo(short).value).value
        for (id in listOf("E-CLAIMED", "F-CLAIMED-THERE")) save(id(id))
        now = day(30)
        kit.handle(LOAD, id("B-LOADED"), at = port("USNYC"), on = voyageNumber("V200"), completed = day(22)).value
        kit.handle(CLAIM, id("E-CLAIMED"), at = port("SESTO"), completed = day(23)).value
        kit.handle(CLAIM, id("F-CLAIMED-THERE"), at = port("DEHAM"), completed = day(23)).value

        val at = port("USNYC")
        val unknown = DomainError.voyageNotFound(voyageNumber("V8"))
        expect(kit.rollOver(voyageNumber("V8"), port("FIHEL"), voyageNumber("V9")).error, unknown)
        expect(kit.rollOver(voyageNumber("V200"), port("FIHEL"), voyageNumber("V9")).code, "voyage_not_found")
        expect(kit.rollOver(voyageNumber("V200"), port("FIHEL"), voyageNumber("V200")).code, "location_not_found")
        val nothing = kit.rollOver(voyageNumber("V200"), at, voyageNumber("V200")).value
        expect(nothing.affectedCargos.size to nothing.failures.size, 0 to 0)
        expect(kit.rollOver(voyageNumber("V200"), port("SESTO"), voyageNumber("V300")).value, nothing)

        val refused = kit.rollOver(voyageNumber("V200"), at, voyageNumber("V400")).value
        expect(refused.affectedCargos, emptyList())
        expect(
            refused.failures.map { it.trackingId.text to it.error },
            listOf("A-WAITS", "D-FROM-THERE").map { it to DomainError.voyageDoesNotCall(port("SESTO")) },
        )
        val moved = kit.rollOver(voyageNumber("V200"), at, voyageNumber("V300")).value
        expect(
            moved.affectedCargos.map { it.trackingId.text to it.arrivalDelay },
            listOf("A-WAITS" to 6 * DAY, "D-FROM-THERE" to 6 * DAY),
        )
        expect(moved.failures, emptyList())
        expect(kit.rollOver(voyageNumber("V200"), at, voyageNumber("V300")).value, nothing)
        // As planned or not: back on the ship that was promised.
        val back = kit.rollOver(voyageNumber("V300"), at, voyageNumber("V200")).value
        expect(back.affectedCargos.map { it.arrivalDelay }, listOf(0L, 0L))
        expect(back.affectedCargos.map { it.estimate.estimatedArrival }, listOf(day(30), day(30)))
    }

    @Test
    fun `UC-14 - a roll-over that breaks off is completed by the next one`() = runBlocking {
        val ids = (1..4).map { id("CARGO$it") }
        for (id in ids) save(id)
        val request = RollOver.Request(
            voyageNumber("V200"), port("USNYC"), voyageNumber("V300"),
        )
        val breaking = with(kit.environment) {
            Environment(
                clock, BreakingCargos(cargos, saves = 2), handlingEvents, voyages, locations, idempotencyKeys, events,
                routing, handlingUnitOfWork,
            )
        }
        expect(RollOver(breaking).execute(request).code, "store_unavailable")
        val rest = RollOver(kit.environment).execute(request).value
        expect(rest.affectedCargos.map { it.trackingId }, ids.drop(2))
        expect(types().count { it == "VoyageSubstituted" }, 4)
    }

    @Test
    fun `UC-15, UC-6 - holds and the time to pick up are kept and shown`() = runBlocking {
        save()
        val no = Reason.parse("No papers").value
        suspend fun hold(expectedVersion: Long? = null) =
            kit.placeHold(HoldType.CUSTOMS, trackingId, because = no, expectedVersion)
        expect(hold(expectedVersion = 9).code, "concurrency_conflict")
        repeat(2) { expect(hold().value.version, 2L) }
        expect(kit.setPickUpDeadline(trackingId, to = day(33)).value.version, 3L)
        now = day(40)
        kit.handle(UNLOAD, trackingId, at = port("SESTO"), on = voyageNumber("V200"), completed = day(30)).value
        val view = kit.track(trackingId).value
        expect(view.holds.single().type to view.holds.single().at, HoldType.CUSTOMS to day(1))
        expect(listOf(view.inPortSince, view.pickUpBy, view.overdueSince), listOf(day(30), day(33), day(33)))
        expect(kit.releaseHold(HoldType.CUSTOMS, trackingId).value.version, 5L)
        expect(kit.releaseHold(HoldType.CUSTOMS, trackingId).value.version, 5L)
        expect(kit.setPickUpDeadline(trackingId, to = null).value.version, 6L)
        val released = kit.track(trackingId).value
        expect(released.holds.size to released.overdueSince, 0 to null)
        expect(types().takeLast(2), listOf("CargoReleased", "PickUpDeadlineChanged"))
    }
}

/** A repository whose connection breaks after some saves. */
private class BreakingCargos(private val cargos: CargoRepository, private var saves: Int) : CargoRepository by cargos {
    override suspend fun save(cargo: Cargo): Result<Unit> =
        if (saves-- > 0) cargos.save(cargo) else Result.Failure(DomainError.technical(Code.STORE_UNAVAILABLE))
}
