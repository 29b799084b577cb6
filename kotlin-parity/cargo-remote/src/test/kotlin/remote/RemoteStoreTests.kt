package io.github.cargokit.remote

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.EventActor
import io.github.cargokit.domain.shared.RequestId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.remote.http.HTTPTransport
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.RemoteRequest
import io.github.cargokit.remote.http.Sent
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyageNumber
import kotlin.random.Random
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Test

internal class RemoteStoreTests {
    private val requests = ArrayList<RemoteRequest>()
    private val pauses = ArrayList<Duration>()
    private val lost = Sent.Failed(Sent.Kind.BROKEN, "the connection broke")

    /** A store whose service gives these answers, one after the other. */
    private fun store(vararg answers: Sent, retry: RemoteRetry = RemoteRetry(), token: String? = null): RemoteStore {
        val rest = answers.toMutableList()
        val transport = HTTPTransport { request ->
            requests += request
            rest.removeFirst()
        }
        return RemoteStore(
            RemoteClient("http://service/v1/repository/", token, transport, retry, Pacer({ 1.0 }, { pauses += it })),
        )
    }

    private fun answer(
        status: Int,
        body: String = "",
        kind: String = "application/json",
        vararg headers: Pair<String, String>,
    ) =
        Sent.Answer(status, mapOf("content-type" to kind) + headers, body.toByteArray())

    private fun problem(status: Int, code: String, members: String = "", vararg headers: Pair<String, String>) =
        answer(
            status,
            """{"code":"$code"$members,"status":$status}""",
            "application/problem+json; charset=utf-8",
            *headers,
        )

    private val saved = answer(204, headers = arrayOf("etag" to "\"1\""))

    private fun stored(version: Long = 1) =
        answer(200, JSONWriter().apply { cargo(booked().storedAs(version).value) }.toString())

    private fun found(vararg answers: Sent, retry: RemoteRetry = RemoteRetry()) =
        runBlocking { store(*answers, retry = retry).cargos.findByTrackingId(trackingId) }

    private fun save(vararg answers: Sent, retry: RemoteRetry = RemoteRetry.NONE) =
        runBlocking { store(*answers, retry = retry).cargos.save(booked()) }

    @Test
    fun `a request carries the token, the id of its request and the version that it replaces`() {
        val store = store(stored(), saved, token = "secret")
        val id = RequestId.parse("order-7") ?: error("not an id")
        runBlocking {
            withContext(Correlation(id, EventActor.parse("job:a"))) { store.cargos.findByTrackingId(trackingId) }
            store.cargos.save(booked()).value
        }
        expect(requests[0].url, "http://service/v1/repository/cargos/ABC123")
        expect(
            requests[0].headers,
            listOf(
                "Accept" to "application/json", "Authorization" to "Bearer secret", "X-Request-Id" to "order-7",
                "Cargo-Actor" to "job:a",
            ),
        )
        expect("If-None-Match" to "*" in requests[1].headers, true)
    }

    @Test
    fun `an address and a token are checked before anything is sent`() {
        val bad = listOf(
            "ftp://host", "host", "http://", "http://user:pass@host", "http://host?x=1", "http://host/#x",
            "http://h ost", "",
        )
        for (url in bad) {
            expect(RemoteStore.create(url).error.fields.map { it.path }, listOf("url"))
        }
        for (token in listOf("", "a b", "a\r\nX: y", "ä")) {
            expect(RemoteStore.create("http://host", token).error.fields.map { it.path }, listOf("token"))
        }
        expect(RemoteStore.create("https://host:8443/kit/", "abc") is Result.Success, true)
        for (text in listOf("", "a b", "ä", "x".repeat(129))) expect(RequestId.parse(text), null)
    }

    @Test
    fun `problems are the errors of the service's store, with their details`() {
        val error = found(problem(404, "cargo_not_found", ""","params":{"trackingId":"ABC123"}""")).error
        expect(error.code.text to error.params.map { it.name }, "cargo_not_found" to listOf("trackingId"))
        val invalid = found(
            problem(
                422,
                "validation_failed",
                ""","errors":[{"code":"shape_invalid","pointer":"#/itinerary/legs/0"}]""",
            ),
        ).error
        expect(invalid.fields.map { it.path }, listOf("itinerary.legs[0]"))
        expect(found(problem(401, "unauthorized")).code, "remote_rejected")
        expect(found(answer(302, kind = "text/html")).code, "remote_rejected")
    }

    @Test
    fun `passing failures are tried again, after longer and longer pauses or the one that is asked for`() {
        expect(found(lost, problem(503, "store_locked", "", "retry-after" to "5"), stored()) is Result.Success, true)
        expect(pauses.map { it.inWholeMilliseconds }, listOf(200L, 5000L))
        expect(found(lost, lost, lost).code, "remote_unavailable")
        expect(found(*Array(3) { Sent.Failed(Sent.Kind.LATE, "late") }).code, "remote_timeout")
        expect(found(problem(429, "too_many_requests", "", "retry-after" to "60")).code, "remote_unavailable")
        expect(found(Sent.Failed(Sent.Kind.UNTRUSTED, "certificate")).code, "remote_unavailable")
        expect(found(Sent.Failed(Sent.Kind.TOO_LONG, "long")).code, "remote_rejected")
    }

    @Test
    fun `while the circuit breaker is open, calls fail without being sent`() {
        val store = store(lost, retry = RemoteRetry(maximumAttempts = 1, circuitBreakDuration = 60.seconds))
        repeat(2) { expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.code, "remote_unavailable") }
        expect(requests.size, 1)
    }

    @Test
    fun `a lost answer to a save is settled by what is stored`() {
        expect(save(saved) is Result.Success, true)
        expect(save(lost, stored()) is Result.Success, true)
        expect(
            save(
                lost,
                problem(409, "concurrency_conflict"),
                stored(),
                retry = RemoteRetry(maximumAttempts = 2),
            ) is Result.Success,
            true,
        )
        expect(
            save(lost, problem(404, "cargo_not_found")).error.cause?.endsWith("it is unknown whether it was saved"),
            true,
        )
        expect(save(lost, stored(version = 2)).code, "remote_unavailable")
        expect(save(problem(409, "concurrency_conflict")).code, "concurrency_conflict")
        expect(save(answer(200, "{}"), problem(404, "cargo_not_found")).code, "remote_rejected")
    }

    @Test
    fun `no answer throws, whatever its bytes are`() {
        val random = Random(19)
        val seeds = listOf(
            stored(),
            problem(409, "concurrency_conflict", ""","params":{"actual":1},"errors":[{"code":"x","pointer":"#/a"}]"""),
        )
        repeat(3000) { round ->
            val seed = seeds[round % seeds.size]
            val body = seed.body.copyOf()
            repeat(1 + random.nextInt(4)) { body[random.nextInt(body.size)] = random.nextInt().toByte() }
            val cut = if (round % 3 == 0) body.copyOf(random.nextInt(body.size + 1)) else body
            val kinds = listOf("application/json", "application/problem+json", "text/html", ";", "")
            val headers = mapOf(
                "content-type" to kinds.random(random),
                "retry-after" to listOf("-1", "x", "99999999999999999999", "Wed, 99 Foo").random(random),
            )
            val answer = Sent.Answer(listOf(200, 204, 400, 404, 409, 503, 999).random(random), headers, cut)
            runBlocking {
                store(answer, retry = RemoteRetry.NONE).cargos.findByTrackingId(trackingId)
                store(answer, retry = RemoteRetry.NONE).events.events(after = 0, limit = 10)
                store(answer, retry = RemoteRetry.NONE).handlingEvents.findHistory(trackingId)
                store(answer, retry = RemoteRetry.NONE).voyages.findChanges(after = 0)
            }
        }
    }

    @Test
    fun `pages out of order end the reading`() {
        val page = answer(200, """{"items":[],"next":"ABC"}""")
        val result = runBlocking { store(page, page).cargos.findForCustomer(booked().customerId) }
        expect(result.code, "remote_rejected")
    }

    @Test
    fun `the cargos of a query are asked for by its conditions, percent-encoded and in order`() = runBlocking {
        val page = answer(200, """{"items":[]}""")
        val cargos = store(*Array(5) { page }).cargos
        val all = CargoQuery(
            booked().customerId, port("SESTO"), voyageNumber("V100"), AttentionReason.LATE,
            CargoReference.create(ReferenceType.CUSTOMER, "Order 1/\u00E4").value, day(2),
        )
        cargos.find(CargoQuery(), after = null, limit = 10).value
        cargos.find(CargoQuery(place = port("SESTO")), trackingId, limit = 1).value
        cargos.find(CargoQuery(need = AttentionReason.LATE, reference = reference), after = null, limit = 1000).value
        cargos.find(all, trackingId, limit = 3).value
        cargos.findForCustomer(booked().customerId).value
        expect(
            requests.map { it.url.removePrefix("http://service/v1/repository/cargos?") },
            listOf(
                "limit=10",
                "at=SESTO&after=ABC123&limit=1",
                "need=LATE&reference=CONTAINER%3AMSKU1234565&limit=1000",
                "customer=C-1&at=SESTO&voyage=V100&need=LATE&reference=CUSTOMER%3AOrder%201%2F%C3%A4" +
                    "&uncollectedAt=" + day(2).toString().replace(":", "%3A") + "&after=ABC123&limit=3",
                "customer=C-1&limit=1000",
            ),
        )
        expect(cargos.find(CargoQuery(), after = null, limit = 0).code, "integer_out_of_range")
        expect(requests.size, 5)
    }
}
