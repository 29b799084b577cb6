package io.github.cargokit.testing

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope

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
