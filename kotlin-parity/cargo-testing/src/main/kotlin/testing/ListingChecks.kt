package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result

/** The checks of lists of cargos by need and by port, and of the limits of pages. */
internal val listingChecks: List<ContractCheck> = listOf(
    check("REP-1", "The cargos that need attention are found in pages, by every need of theirs") { store ->
        for (id in listOf("D-LATE", "B-LATE")) {
            store.cargos.save(cargo(id).assignedTo(viaNewYork).value.changingDeadline(day(10), at = day(1)).value).value
        }
        for (id in listOf("C-BOOKED", "A-BOOKED", "E-BOOKED")) store.cargos.save(cargo(id)).value
        store.cargos.save(cargo("F-CANCELLED").cancelled(wrongPort, at = day(1)).value).value
        store.cargos.save(cargo("G-ROUTED").assignedTo(viaNewYork).value).value
        for (limit in 1..6) {
            suspend fun ids(need: AttentionReason) =
                allPages { after -> store.cargos.findNeeding(need, after, limit) }.map { it.trackingId.text }
            expect(ids(AttentionReason.UNROUTED), listOf("A-BOOKED", "B-LATE", "C-BOOKED", "D-LATE", "E-BOOKED"))
            expect(ids(AttentionReason.LATE), listOf("B-LATE", "D-LATE"))
            expect(ids(AttentionReason.MISDIRECTED), emptyList())
        }
        val last = store.cargos.findNeeding(AttentionReason.LATE, TrackingId.parse("B-LATE").value, limit = 9).value
        expect(last.items, listOf(store.cargos.findByTrackingId(TrackingId.parse("D-LATE").value).value))
    },
    check("REP-1", "A cargo is found by what it needs now, not by what it needed") { store ->
        suspend fun needs(id: TrackingId) = AttentionReason.entries.filter { need ->
            store.cargos.findNeeding(need, after = null, limit = 9).value.items.any { it.trackingId == id }
        }
        store.cargos.save(booked()).value
        expect(needs(trackingId), listOf(AttentionReason.UNROUTED))
        store.cargos.save(stored(store).assignedTo(viaNewYork).value).value
        expect(needs(trackingId), emptyList())
        store.register(event(RECEIVE, "USNYC", 1))
        expect(needs(trackingId), listOf(AttentionReason.MISDIRECTED))
        val other = TrackingId.parse("OTHER").value
        store.cargos.save(cargo("OTHER")).value
        store.cargos.save(store.cargos.findByTrackingId(other).value.cancelled(wrongPort, at = day(2)).value).value
        expect(needs(other), emptyList())
    },
    check(
        "REP-1",
        "The cargos that lie in a port are found in pages, whether they are on their route or not",
    ) { store ->
        for (id in listOf("D-RECEIVED", "B-RECEIVED", "A-LOST", "C-BOOKED", "E-ELSEWHERE")) {
            store.cargos.save(cargo(id).assignedTo(viaNewYork).value).value
        }
        for (id in listOf("D-RECEIVED", "B-RECEIVED")) store.register(event(RECEIVE, "CNHKG", 1, of = id))
        store.register(event(UNLOAD, "CNHKG", 3, "V900", of = "A-LOST"))
        store.register(event(RECEIVE, "USNYC", 1, of = "E-ELSEWHERE"))
        for (limit in 1..4) {
            val found = allPages { after -> store.cargos.findAt(port("CNHKG"), after, limit) }
            expect(found.map { it.trackingId.text }, listOf("A-LOST", "B-RECEIVED", "D-RECEIVED"))
        }
        expect(store.cargos.findAt(port("SESTO"), after = null, limit = 9).value.items, emptyList())
    },
    check("REP-1, DLV-1", "A cargo is found in the port where it lies now, not where it lay") { store ->
        suspend fun ports() = listOf("CNHKG", "USNYC", "SESTO").filter { code ->
            store.cargos.findAt(port(code), after = null, limit = 9).value.items.isNotEmpty()
        }
        store.cargos.save(booked().assignedTo(viaNewYork).value).value
        expect(ports(), emptyList())
        store.register(event(RECEIVE, "CNHKG", 9))
        expect(ports(), listOf("CNHKG"))
        store.register(event(LOAD, "CNHKG", 10, "V100"))
        expect(ports(), emptyList())
        store.register(event(UNLOAD, "USNYC", 20, "V100"))
        store.register(event(CUSTOMS, "SESTO", 21))
        expect(ports(), listOf("USNYC"))
        store.register(event(UNLOAD, "SESTO", 30, "V200"))
        expect(ports(), listOf("SESTO"))
        store.register(event(CLAIM, "SESTO", 31))
        expect(ports(), emptyList())
    },
    limits("cargos") { store, limit -> store.cargos.findPage(after = null, limit) },
    limits("a customer's cargos") { store, limit -> store.cargos.findForCustomer(customerId, after = null, limit) },
    limits(
        "cargos on a voyage",
    ) { store, limit -> store.cargos.findOnVoyage(voyageNumber("V100"), after = null, limit) },
    limits("cargos in a port") { store, limit -> store.cargos.findAt(port("CNHKG"), after = null, limit) },
    limits(
        "cargos that need attention",
    ) { store, limit -> store.cargos.findNeeding(AttentionReason.LATE, after = null, limit) },
    limits("cargos with a reference") { store, limit -> store.cargos.findByReference(reference, after = null, limit) },
    limits("locations") { store, limit -> store.locations.findPage(after = null, limit) },
    limits("voyages") { store, limit -> store.voyages.findPage(after = null, limit) },
    limits("events") { store, limit -> store.events.events(after = 0, limit) },
)

private fun limits(items: String, read: suspend (CargoStore, Int) -> Result<*>): ContractCheck =
    check("REP-1, VAL-INT-1", "A page of $items has a limit of 1 to 1000") { store ->
        for (limit in listOf(0, -1, 1001, Int.MIN_VALUE, Int.MAX_VALUE)) {
            expect(read(store, limit).error, DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString()))
        }
        for (limit in listOf(1, 1000)) read(store, limit).value
    }

/** Reads all pages of cargos; fails if a key doesn't advance. */
private suspend fun allPages(page: suspend (TrackingId?) -> Result<Page<Cargo, TrackingId>>): List<Cargo> {
    val found = ArrayList<Cargo>()
    var after: TrackingId? = null
    do {
        val read = page(after).value
        found += read.items
        val next = read.next
        val last = read.items.lastOrNull()?.trackingId
        if (next != null && next != last) {
            throw AssertionError("the next page starts after $next, but the last id is $last")
        }
        after = next
    } while (after != null)
    return found
}

/** A new booking. */
internal fun cargo(id: String): Cargo =
    Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value

/** Registers an event as a use case does, without inspecting the route. */
internal suspend fun CargoStore.register(event: HandlingEvent) {
    val history = handlingEvents.findHistory(event.trackingId).value
    val cargo = cargos.findByTrackingId(event.trackingId).value
    val derived = cargo.derivingDeliveryProgress(history.adding(event).value).value
    handlingUnitOfWork.save(event, after = history, derived).value
}
