package io.github.cargokit.remote

import io.github.cargokit.application.CargoOperations
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.infrastructure.CargoKit
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.cargoList
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.registered
import io.github.cargokit.infrastructure.records.reported
import io.github.cargokit.infrastructure.records.routes
import io.github.cargokit.infrastructure.records.trackingView
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.remote.http.HTTPTransport
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.RemoteRequest
import io.github.cargokit.remote.http.Sent
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.details
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import java.io.File
import kotlin.random.Random
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

internal class CargoClientTests {
    private val requests = ArrayList<RemoteRequest>()
    private val lost = Sent.Failed(Sent.Kind.BROKEN, "the connection broke")
    private val changed = answer(200, """{"trackingId":"ABC123","version":8}""")
    private val conflict =
        problem(412, "concurrency_conflict", ""","params":{"actual":8,"expected":7,"trackingId":"ABC123"}""")
    private val reason = Reason.parse("Sold").value
    private val key = IdempotencyKey.parse("order-1").value
    private val numbers = voyageNumber("V100") to voyageNumber("V200")
    private val schedule = voyage("V100", movement("HKHKG", 1, "SESTO", 2)).schedule

    /** A client whose service gives these answers, one after the other. */
    private fun client(vararg answers: Sent, retry: RemoteRetry = RemoteRetry()): CargoClient {
        val rest = answers.toMutableList()
        val transport = HTTPTransport { request ->
            requests += request
            rest.removeFirst()
        }
        return CargoClient(RemoteClient("http://service/v1/", "secret", transport, retry, Pacer({ 1.0 }) {})) { day(9) }
    }

    private fun answer(status: Int, body: String = "", kind: String = "application/json") =
        Sent.Answer(status, mapOf("content-type" to kind), body.toByteArray())

    private fun problem(status: Int, code: String, members: String = "") =
        answer(status, """{"code":"$code"$members,"title":"A title."}""", "application/problem+json")

    private suspend fun CargoClient.books(key: IdempotencyKey? = null) =
        book(port("HKHKG"), port("SESTO"), day(60), customerId, idempotencyKey = key)

    /** A call of each function of the interface. */
    private val calls: List<suspend CargoOperations.() -> Result<*>> = listOf(
        { book(port("HKHKG"), port("SESTO"), day(60), customerId, trackingId, IdempotencyKey.parse("a\"b\\c").value) },
        { cargo(trackingId) }, { track(trackingId) }, { handlingEvents(trackingId) },
        { cargos(after = trackingId, limit = 5) },
        {
            val needs = setOf(AttentionReason.LATE, AttentionReason.HELD)
            val filter = CargoFilter(
                needs, isAnyNeedEnough = true, port("SESTO"), numbers.first, HoldType.CUSTOMS, RoutingStatus.ROUTED,
                TransportStatus.IN_PORT, isCancelled = true, overdueBy = 90.minutes,
            )
            cargosOf(customerId, filter)
        },
        { cargosWith(CargoReference.create(ReferenceType.CUSTOMER, "Order 1/ä").value) },
        { findRoutes(trackingId) }, { assign(viaNewYork, trackingId, expectedVersion = 7) },
        { specifyRoute(trackingId, port("HKHKG"), port("SESTO"), day(60)) },
        { changeDestination(trackingId, port("SESTO")) }, { changeDeadline(trackingId, day(60), expectedVersion = 7) },
        { cancelBooking(trackingId, reason) }, { reinstateBooking(trackingId, expectedVersion = 7) },
        { substituteVoyage(numbers.second, leg = 1, trackingId) }, { addReference(reference, trackingId) },
        { removeReference(reference, trackingId) }, { placeHold(HoldType.CUSTOMS, trackingId, reason) },
        { releaseHold(HoldType.CUSTOMS, trackingId) }, { setPickUpDeadline(trackingId, day(70)) },
        { setPickUpDeadline(trackingId, to = null) },
        { handle(HandlingType.LOAD, trackingId, port("HKHKG"), numbers.first) },
        { retract(HandlingType.LOAD, trackingId, port("HKHKG"), day(3), reason, numbers.first) },
        { registerVoyage(numbers.first, schedule, details) }, { rescheduleVoyage(numbers.first, schedule) },
        { describeVoyage(numbers.first, VoyageDetails.NONE, expectedVersion = 7) },
        {
            val call = PortCallEnd.ARRIVAL to PortCallStatus.ACTUAL
            reportPortCall(numbers.first, call.first, port("SESTO"), call.second, day(3), day(4), expectedVersion = 7)
        },
        { rollOver(numbers.first, port("HKHKG"), numbers.second) }, { voyage(numbers.first) },
        { voyages(after = numbers.first) }, { registerLocation(port("SESTO"), LocationName.parse("Göteborg").value) },
        { location(port("SESTO")) }, { locations(containing = "a b", after = port("SESTO")) },
        { events(after = 3, limit = 9) },
    )

    @Test
    fun `each operation is a request of the API, with what it needs`() {
        val client = client(*Array(calls.size) { answer(404) }, retry = RemoteRetry.NONE)
        for (call in calls) expect(runBlocking { client.call() }.code, "remote_rejected")
        val told = requests.map { request ->
            val headers = request.headers.filter { (name, _) -> name.startsWith("If-") || name.startsWith("Idem") }
            val words = listOf(request.method, request.url.removePrefix("http://service/v1/")) +
                headers.map { "${it.first}: ${it.second}" } + listOfNotNull(request.body?.decodeToString())
            words.joinToString(" ")
        }
        expect(told, File("../cargo-remote/src/test/requests.txt").readLines())
        expect(requests.all { "Authorization" to "Bearer secret" in it.headers }, true)
    }

    @Test
    fun `the README shows the sample's function as it is compiled`() {
        val source = File("../samples/client/src/main/kotlin/Main.kt").readText()
        val compiled = source.substring(source.indexOf("/** Books")).substringBefore("\n\n/**")
        expect(compiled in File("../README.md").readText(), true)
    }

    @Test
    fun `a call whose answer is lost is sent again, unless that could book twice`() = runBlocking {
        expect(client(lost, changed).changeDeadline(trackingId, day(60), expectedVersion = 7).value.version, 8L)
        expect(client(lost, answer(201, """{"trackingId":"ABC123"}""")).books(key).value, trackingId)
        expect(requests.size, 4)
        expect(client(lost).books().code, "remote_unavailable")
        expect(client(Sent.Failed(Sent.Kind.LATE, "late")).books().code, "remote_timeout")
        expect(requests.size, 6)
        val unreached = Sent.Failed(Sent.Kind.UNREACHED, "no connection")
        val booked = answer(201, """{"trackingId":"ABC123"}""")
        expect(client(unreached, problem(429, "rate_limited"), booked).books().value, trackingId)
    }

    @Test
    fun `a conflict is one only if no earlier attempt can have caused it`() = runBlocking {
        val error = client(conflict).changeDeadline(trackingId, day(60), expectedVersion = 7).error
        expect(error, DomainError.concurrencyConflict(trackingId, expected = 7, actual = 8))
        val unknown = client(lost, conflict).changeDeadline(trackingId, day(60), expectedVersion = 7).error
        expect(unknown.code.text, "remote_unavailable")
        expect(unknown.cause?.endsWith("it is unknown whether it was done"), true)
        val missing = client(lost, problem(404, "cargo_not_found")).changeDeadline(trackingId, day(60))
        expect(missing.code, "cargo_not_found")
    }

    @Test
    fun `a voyage whose number is taken is registered if it is the same`() = runBlocking {
        val taken = problem(412, "precondition_failed")
        val stored = voyage("V100", movement("HKHKG", 1, "SESTO", 2)).storedAs(3).value
        val known = answer(200, JSONWriter().apply { voyage(stored) }.toString())
        expect(client(taken, known).registerVoyage(numbers.first, schedule).value.version, 3L)
        expect(client(lost, taken, known).registerVoyage(numbers.first, schedule).value.version, 3L)
        expect(client(taken, known).registerVoyage(numbers.first, schedule, details).code, "voyage_already_exists")
        expect(client(taken, answer(500)).registerVoyage(numbers.first, schedule).code, "remote_unavailable")
        val unknown = client(problem(404, "location_not_found")).registerVoyage(numbers.first, schedule)
        expect(unknown.code, "location_not_found")
    }

    @Test
    fun `what a newer service adds is ignored, and what is missing isn't`() = runBlocking {
        val more = answer(200, """{"etc":{"a":[1]},"trackingId":"ABC123","version":8}""")
        expect(client(more).reinstateBooking(trackingId).value, CargoRevision(trackingId, 8))
        val leg = """{"etc":1,"loadLocation":"HKHKG","loadTime":"2026-01-01T00:00:00Z","unloadLocation":"SESTO",""" +
            """"unloadTime":"2026-01-02T00:00:00Z","voyageNumber":"V100"}"""
        val nested = answer(200, """{"itineraries":[{"legs":[$leg]}]}""")
        expect(client(nested).routes(trackingId).value.single().legs.size, 1)
        for (bad in listOf("""{"trackingId":"ABC123"}""", """{"trackingId":"abc 123","version":8}""")) {
            expect(client(answer(200, bad)).reinstateBooking(trackingId).code, "remote_rejected")
        }
    }

    @Test
    fun `a refusal names the service's code and what it says of the role`() = runBlocking {
        val detail = ""","detail":"The role clerk may.""""
        val error = client(problem(403, "role_insufficient", detail)).cancelBooking(trackingId, reason).error
        expect(error.code.text, "remote_rejected")
        val refusal = "the service answered role_insufficient; A title.; The role clerk may.; attempt 1 of 3"
        expect(error.cause, refusal)
        expect(client(problem(401, "token_invalid")).track(trackingId).code, "remote_rejected")
    }

    @Test
    fun `a page that can't be asked for isn't, and an event list goes on after an empty page`() = runBlocking {
        for (limit in listOf(0, 1001)) {
            expect(client().cargos(limit = limit).error, DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, "$limit"))
            expect(client().events(limit = limit).code, "integer_out_of_range")
        }
        val empty = answer(200, """{"events":[],"next":5}""")
        expect(client(empty, answer(200, """{"events":[]}""")).events().value, emptyList())
        val asked = listOf("events?after=0&limit=100", "events?after=5&limit=100")
        expect(requests.map { it.url.substringAfter("/v1/") }, asked)
        expect(client(empty, empty).events().code, "remote_rejected")
        expect(client(answer(200, """{"events":[]}""")).events(after = -1).value, emptyList())
    }

    /** What a service answers about a cargo that was routed and handled. */
    private suspend fun answers(): List<String> {
        val kit = CargoKit(InMemoryStore({ day(9) }), clock = { day(9) })
        for (code in listOf("HKHKG", "SESTO")) kit.registerLocation(port(code), LocationName.parse("Port").value).value
        val sailing = Schedule.create(listOf(movement("HKHKG", 12, "SESTO", 20))).value
        kit.registerVoyage(numbers.first, sailing, details).value
        kit.book(port("HKHKG"), port("SESTO"), day(60), customerId, trackingId).value
        val routes = kit.findRoutes(trackingId).value
        kit.assign(routes.itineraries.first(), trackingId).value
        kit.placeHold(HoldType.CUSTOMS, trackingId, reason).value
        kit.addReference(reference, trackingId).value
        val event = kit.handle(HandlingType.RECEIVE, trackingId, port("SESTO"), completed = day(3)).value
        val (end, status) = PortCallEnd.ARRIVAL to PortCallStatus.ESTIMATED
        val reported = kit.reportPortCall(numbers.first, end, port("SESTO"), status, day(70)).value
        val view = kit.track(trackingId).value
        expect(view.misdirection == null, false)
        val (cargos, events) = kit.cargos().value to kit.events().value
        val written = listOf<JSONWriter.() -> Unit>(
            { trackingView(view) }, { cargoList(cargos) }, { reported(reported) }, { registered(event) },
            { routes(routes) }, { members { name("events").elements(events) { domainEvent(it) } } },
        )
        return written.map { write -> JSONWriter().apply(write).toString() }
    }

    @Test
    fun `no answer to an operation throws, whatever its bytes are`() {
        val random = Random(37)
        val bodies = listOf(
            """{"trackingId":"ABC123","version":8}""", """{"itineraries":[{"legs":[]}],"tooLate":[]}""",
            """{"cargos":[],"next":"ABC123"}""", """{"affectedCargos":[],"failures":[{"code":"x","trackingId":"A"}]}""",
            """{"code":"role_insufficient","errors":[{"code":"shape_invalid","pointer":"#/a"}],"params":{"a":1}}""",
            JSONWriter().apply { cargo(booked().storedAs(1).value) }.toString(),
        ) + runBlocking { answers() }
        for (body in bodies.takeLast(6)) {
            val answer = answer(200, body)
            val isRead = calls.any { call -> runBlocking { client(answer, answer).call() } is Result.Success }
            expect(isRead, true)
        }
        repeat(3000) { round ->
            val body = bodies[round % bodies.size].toByteArray()
            repeat(random.nextInt(4)) { body[random.nextInt(body.size)] = random.nextInt().toByte() }
            val kind = listOf("application/json", "application/problem+json", "text/html").random(random)
            val status = listOf(200, 201, 204, 404, 412, 503).random(random)
            val sent = Sent.Answer(status, mapOf("content-type" to kind), body)
            runBlocking { calls.random(random)(client(sent, sent, sent, retry = RemoteRetry.NONE)) }
        }
    }
}
