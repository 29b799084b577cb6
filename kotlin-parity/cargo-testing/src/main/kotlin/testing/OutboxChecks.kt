package io.github.cargokit.testing

import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.FeedEntry
import io.github.cargokit.domain.shared.RequestId
import kotlinx.coroutines.withContext

/** The checks of the outbox, besides those of saves. */
internal val outboxChecks: List<ContractCheck> = listOf(
    check("REP-3", "Events carry the id of the request that saved them") { store ->
        val (first, second) = listOf("r-1", "r-2").map { requireNotNull(RequestId.parse(it)) }
        withContext(Correlation(first)) {
            store.cargos.save(booked()).value
            store.voyages.save(voyage("V1", movement("CNHKG", 1, "SESTO", 2))).value
        }
        val stored = store.voyages.findByNumber(voyageNumber("V1")).value
        withContext(Correlation(second)) {
            store.voyages.save(stored.rescheduledTo(voyage("V1", movement("CNHKG", 1, "SESTO", 4)).schedule)).value
            store.register(event(RECEIVE, "CNHKG", 1))
        }
        val events = store.events.events(after = 0, limit = 10).value
        expect(events.map { it.correlationId }, listOf("r-1", "r-2", "r-2"))
    },
    check("REP-3", "Saving an aggregate without raised facts adds nothing to the outbox") { store ->
        store.cargos.save(booked()).value
        store.cargos.save(stored(store)).value
        store.voyages.save(voyage("V1", movement("CNHKG", 1, "SESTO", 2))).value
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
