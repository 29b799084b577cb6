package io.github.cargokit.application

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.application.usecases.UseCase
import io.github.cargokit.application.usecases.execute
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private fun environment(): Environment {
    val store = InMemoryStore({ day(12) }, SequenceTrackingIdGenerator(listOf(TrackingId.parse("ABC123").value)))
    for ((code, name) in listOf("HKHKG" to "Hongkong", "SESTO" to "Stockholm", "USNYC" to "New York")) {
        store.place(Location(port(code), LocationName.parse(name).value))
    }
    store.place(voyage("V100", movement("HKHKG", 13, "USNYC", 20)))
    store.place(voyage("V200", movement("USNYC", 22, "SESTO", 30)))
    return store.environment(VoyageRoutingService(store.voyages))
}

private fun <R> run(useCase: UseCase<*, R>, text: String): Result<R> =
    runBlocking { useCase.execute(JSONParser.parse(text).value) }

private fun Result<*>.fields() = error.fields.joinToString { "${it.path} ${it.code.text}" }

internal class UseCaseTests {
    @Test
    fun `REQ-1 - all invalid fields of a request are reported, ordered by path, then code`() {
        expect(
            run(
                BookCargo(environment()),
                """{"origin":"x","zz":1,"customerId":2,"\uff5e":1,"\ud83d\ude00":1}""",
            ).fields(),
            "arrivalDeadline field_required, customerId shape_invalid, destination field_required, " +
                "origin un_locode_invalid, zz shape_invalid, \uFF5E shape_invalid, \uD83D\uDE00 shape_invalid",
        )
        expect(run(BookCargo(environment()), "[]").fields(), " shape_invalid")
        val routes = """{"trackingId":"ABC","limit":0,"maxLegs":17,"minimumConnection":-1}"""
        expect(
            run(FindRoutes(environment()), routes).fields(),
            "limit integer_out_of_range, maxLegs integer_out_of_range, minimumConnection integer_out_of_range",
        )
    }

    @Test
    fun `REQ-2 - each invalid element of a list is reported once, and the list itself only if all elements are valid`() {
        fun fields(legs: String) =
            run(AssignRoute(environment()), """{"itinerary":{"legs":$legs},"trackingId":"ABC123"}""").fields()
        val leg = """{"loadLocation":"HKHKG","loadTime":"2026-01-13T00:00:00Z","unloadLocation":"USNYC","unloadTime":"2026-01-20T00:00:00Z","voyageNumber":"V100"}"""
        expect(
            fields("[{},$leg,${leg.replace("USNYC", "HKHKG")}]"),
            "itinerary.legs[0] shape_invalid, itinerary.legs[2] leg_locations_equal",
        )
        expect(fields("[]"), "itinerary itinerary_empty")
        expect(fields("[$leg,$leg]"), "itinerary itinerary_not_connected")
        expect(fields("1"), "itinerary.legs shape_invalid")
        expect(
            run(AssignRoute(environment()), """{"itinerary":{},"trackingId":"ABC123"}""").fields(),
            "itinerary.legs field_required",
        )
    }

    @Test
    fun `REQ-2 - each value of a voyage's details fails at its own path, and of wrong shapes the first alone`() {
        fun fields(details: String) =
            run(DescribeVoyage(environment()), """{"details":$details,"voyageNumber":"V100"}""").fields()
        expect(
            fields("""{"carrier":"m","carrierVoyageNumbers":["1"," "],"mode":"SHIP","vessel":{"imoNumber":"1","name":""}}"""),
            "details.carrier carrier_code_invalid, " +
                "details.carrierVoyageNumbers[1] carrier_voyage_number_invalid, details.mode transport_mode_invalid, " +
                "details.vessel.imoNumber imo_number_invalid, details.vessel.name vessel_name_invalid",
        )
        expect(
            fields("""{"carrierVoyageNumbers":[],"vessel":{}}"""),
            "details.carrierVoyageNumbers carrier_voyage_numbers_invalid, details.vessel vessel_empty",
        )
        expect(fields("{}"), "details shape_invalid")
        expect(fields("[]"), "details shape_invalid")
        expect(fields("""{"":1}"""), "details. shape_invalid")
        expect(fields("""{"carrier":"m","mode":1,"vessel":{"name":2}}"""), "details.mode shape_invalid")
        expect(fields("""{"carrier":"m","carrierVoyageNumbers":["1",2]}"""), "details.carrierVoyageNumbers[1] shape_invalid")
        expect(fields("""{"carrier":"m","vessel":{"flag":"DK"}}"""), "details.vessel.flag shape_invalid")
        expect(
            run(RegisterVoyage(environment()), """{"details":{"mode":"x"},"schedule":[]}""").fields(),
            "details.mode transport_mode_invalid, schedule schedule_empty, voyageNumber field_required",
        )
    }

    @Test
    fun `UC-8, UC-11 - a voyage is registered with details, which it keeps until it is described anew`() {
        val environment = environment()
        val schedule =
            """[{"arrivalLocation":"SESTO","arrivalTime":"2026-01-20T00:00:00Z","departureLocation":"HKHKG","departureTime":"2026-01-13T00:00:00Z"}]"""
        fun register(details: String) =
            run(RegisterVoyage(environment), """{$details"schedule":$schedule,"voyageNumber":"V9"}""")
        fun describe(details: String) = run(DescribeVoyage(environment), """{$details"voyageNumber":"V9"}""")
        val carrier = """"details":{"carrier":"MAEU"},"""
        expect(describe(carrier).code, "voyage_not_found")
        expect(register(carrier).value.version, 1L)
        for (again in listOf("", carrier)) expect(register(again).value.version, 1L)
        expect(register(carrier.replace("MAEU", "HLCU")).code, "voyage_already_exists")
        expect(describe(carrier).value.version, 1L)
        expect(describe("").value.version, 2L)
        expect(register(carrier).code, "voyage_already_exists")
        expect(
            runBlocking { environment.events.events(0, 10) }.value.map { it.fact },
            listOf(DomainFact.VoyageDescribed(voyageNumber("V9"), VoyageDetails.NONE)),
        )
    }

    @Test
    fun `From booking to tracking`() {
        val environment = environment()
        val book =
            """{"arrivalDeadline":"2026-03-01T00:00:00Z","customerId":"C-1","destination":"SESTO","origin":"HKHKG"}"""
        expect(run(BookCargo(environment), book).value.trackingId, trackingId)
        expect(run(BookCargo(environment), book).code, "tracking_ids_exhausted")
        val route = run(FindRoutes(environment), """{"trackingId":"ABC123"}""").value.itineraries.single()
        expect(runBlocking { AssignRoute(environment).execute(AssignRoute.Request(trackingId, route)) }.code, null)
        val receive =
            """{"completionTime":"2026-01-12T00:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"""
        expect(run(RegisterHandlingEvent(environment), receive).value.isNew, true)
        expect(run(RegisterHandlingEvent(environment), receive).value.isNew, false)
        val view = run(TrackCargo(environment), """{"trackingId":"ABC123"}""").value
        expect(view.statusText, "In port Hongkong")
        expect(view.nextExpectedText, "Load onto voyage V100 in Hongkong")
        expect(view.events.single().description, "Received in Hongkong")
        expect(
            runBlocking { environment.events.events(0, 10) }.value.map { it.fact.type },
            listOf("CargoBooked", "CargoRouted", "HandlingEventRegistered", "CargoHandled"),
        )
    }

    @Test
    fun `HND-5 - the cargo, the voyage and the location are looked up in this order`() {
        val environment = environment()
        fun register(voyage: String, location: String) = run(
            RegisterHandlingEvent(environment),
            """{"completionTime":"2026-01-12T00:00:00Z","location":"$location","trackingId":"ABC123","type":"RECEIVE","voyageNumber":"$voyage"}""",
        ).code
        expect(register("V9", "DEHAM"), "cargo_not_found")
        run(
            BookCargo(environment),
            """{"arrivalDeadline":"2026-03-01T00:00:00Z","customerId":"C-1","destination":"SESTO","origin":"HKHKG"}""",
        )
        expect(register("V9", "DEHAM"), "voyage_not_found")
        expect(register("V100", "DEHAM"), "location_not_found")
        expect(register("V100", "HKHKG"), "handling_voyage_prohibited")
    }
}
