package io.github.cargokit.testing

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.EventActor
import io.github.cargokit.domain.shared.FeedEntry
import io.github.cargokit.domain.shared.RequestId
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withContext

/** The checks of the bookings' idempotency keys. */
internal val bookingKeyChecks: List<ContractCheck> = listOf(
    check("REP-2, UC-1", "A key keeps its first reservation") { store ->
        val first = reservation("FIRST")
        expect(store.idempotencyKeys.find(key).value, null)
        for (wanted in listOf(first, reservation("SECOND"), reservation("FIRST", customer = "C-2"), first)) {
            expect(store.idempotencyKeys.reserve(key, wanted).value, first)
        }
        expect(store.idempotencyKeys.find(key).value, first)
        // Characters that a store may have to escape.
        for (text in listOf("key-2", "\"%\\", "%25%22", "..", "a?b&c=d#e")) {
            val other = reservation("OTHER", route = specification(to = "USNYC"))
            expect(store.idempotencyKeys.find(IdempotencyKey.parse(text).value).value, null)
            expect(store.idempotencyKeys.reserve(IdempotencyKey.parse(text).value, other).value, other)
            expect(store.idempotencyKeys.find(IdempotencyKey.parse(text).value).value, other)
        }
    },
    check("REP-2, UC-1", "A reservation stores neither a cargo nor an event") { store ->
        store.idempotencyKeys.reserve(key, reservation("ABC123")).value
        expect(store.cargos.findByTrackingId(trackingId).code, "cargo_not_found")
        expect(store.events.events(after = 0, limit = 10).value, emptyList())
    },
    check("REP-7, UC-1", "20 concurrent reservations of one key all return the same reservation") { store ->
        val answers = coroutineScope {
            List(WRITERS) {
                async { store.idempotencyKeys.reserve(key, reservation("CARGO-${it + 10}")).value }
            }.awaitAll()
        }
        expect(answers.toSet().size, 1)
        expect(store.idempotencyKeys.reserve(key, reservation("LATE")).value, answers.first())
    },
)

private const val WRITERS = 20

private val key = IdempotencyKey.parse("key-1").value

private fun reservation(id: String, customer: String = customerId.text, route: RouteSpecification = specification()) =
    BookingReservation(TrackingId.parse(id).value, CustomerId.parse(customer).value, route)

/** The checks of the outbox, besides those of saves. */
internal val outboxChecks: List<ContractCheck> = listOf(
    check("REP-3", "Events carry the id of the request that saved them") { store ->
        val (first, second) = listOf("r-1", "r-2").map { requireNotNull(RequestId.parse(it)) }
        withContext(Correlation(first)) {
            store.cargos.save(booked()).value
            store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))).value
        }
        val stored = store.voyages.findByNumber(voyageNumber("V1")).value
        withContext(Correlation(second)) {
            store.voyages.save(stored.rescheduledTo(voyage("V1", movement("HKHKG", 1, "SESTO", 4)).schedule)).value
            store.register(event(RECEIVE, "HKHKG", 1))
        }
        val events = store.events.events(after = 0, limit = 10).value
        expect(events.map { it.correlationId }, listOf("r-1", "r-2", "r-2"))
    },
    check("REP-3", "Events carry the actor of the request that saved them, perhaps behind a service between") { store ->
        val actors = listOf("token:ops", "person:a \"b\" c")
        store.cargos.save(cargo("FIRST")).value
        withContext(Correlation(null, EventActor.parse(actors[0]))) { store.cargos.save(booked()).value }
        withContext(Correlation(null, EventActor.parse(actors[1]))) {
            store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))).value
            store.register(event(RECEIVE, "HKHKG", 1))
        }
        val saved = store.events.events(after = 0, limit = 10).value.map { it.actor?.text ?: "none" }
        expect(saved.size, 1 + actors.size)
        for ((actor, wanted) in saved.drop(1).zip(actors)) {
            expect(actor == wanted || actor.startsWith("service:") && actor.endsWith(":$wanted"), true)
        }
    },
    check("REP-3", "Saving an aggregate without raised facts adds nothing to the outbox") { store ->
        store.cargos.save(booked()).value
        store.cargos.save(stored(store)).value
        store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))).value
        expect(store.events.events(after = 0, limit = 10).value.map { it.fact.type }, listOf("CargoBooked"))
    },
    check("REP-3", "The outbox is read in pages after a position, and ends with an empty page") { store ->
        for (place in 0 until EVENTS) store.cargos.save(cargo("CARGO-$place")).value
        val all = store.events.events(after = 0, limit = 1000).value
        expect(all.map { it.sequence }, (1L..EVENTS).toList())
        for (limit in listOf(1, 3, EVENTS, EVENTS + 1)) {
            val read = ArrayList<Long?>()
            while (true) {
                val events = store.events.events(after = read.lastOrNull() ?: 0, limit).value
                if (events.isEmpty() || read.size > EVENTS) break
                read += events.map { it.sequence }
            }
            expect(read, all.map { it.sequence })
        }
        for (after in listOf(EVENTS.toLong(), Long.MAX_VALUE)) {
            expect(store.events.events(after, limit = 9).value, emptyList())
        }
    },
    check("REP-3", "The entries of an undamaged outbox are its events") { store ->
        for (id in listOf("CARGO1", "CARGO2")) store.cargos.save(cargo(id)).value
        val events = store.events.events(after = 0, limit = 10).value
        expect(store.events.entries(after = 0, limit = 10).value, events.map { FeedEntry.Event(it) })
        expect(store.events.entries(after = 1, limit = 10).value.map { it.eventId }, listOf("Cargo:CARGO2:1:0"))
    },
)

private const val EVENTS = 7
