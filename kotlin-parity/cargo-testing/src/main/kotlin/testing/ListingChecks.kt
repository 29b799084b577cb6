package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CustomerId
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
            suspend fun ids(need: AttentionReason) = allPages { after ->
                store.cargos.find(CargoQuery(need = need), after, limit)
            }.map { it.trackingId.text }
            expect(ids(AttentionReason.UNROUTED), listOf("A-BOOKED", "B-LATE", "C-BOOKED", "D-LATE", "E-BOOKED"))
            expect(ids(AttentionReason.LATE), listOf("B-LATE", "D-LATE"))
            expect(ids(AttentionReason.MISDIRECTED), emptyList())
        }
        val late = CargoQuery(need = AttentionReason.LATE)
        val last = store.cargos.find(late, TrackingId.parse("B-LATE").value, limit = 9).value
        expect(last.items, listOf(store.cargos.findByTrackingId(TrackingId.parse("D-LATE").value).value))
    },
    check("REP-1", "Cargos are found in pages by all conditions of a query together") { queryContract(it) },
    check("REP-1", "A cargo is found by what it needs now, not by what it needed") { store ->
        // What depends on the time isn't found by a need.
        suspend fun needs(id: TrackingId) = (AttentionReason.entries - AttentionReason.UNCOLLECTED).filter { need ->
            val own = store.isFound(id, CargoQuery(customer = customerId, need = need))
            store.isFound(id, CargoQuery(need = need)).also { expect(own, it) }
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
    check("REP-1", "The cargos that weren't collected in time are found in pages, from that time on") { store ->
        for ((id, time) in listOf("C-31" to 31, "B-31" to 31, "D-38" to 38, "E-NEVER" to null, "A-AWAY" to 31)) {
            store.cargos.save(cargo(id).assignedTo(viaNewYork).value.settingPickUpBy(time?.let(::day)).value).value
            if (id != "A-AWAY") store.register(event(UNLOAD, "SESTO", 28, voyage = "V200", of = id))
        }
        suspend fun ids(query: CargoQuery, limit: Int = 9) =
            allPages { after -> store.cargos.find(query, after, limit) }.map { it.trackingId.text }
        for (limit in 1..4) {
            expect(ids(CargoQuery(uncollectedAt = day(31)), limit), emptyList())
            expect(ids(CargoQuery(uncollectedAt = day(32)), limit), listOf("B-31", "C-31"))
            expect(ids(CargoQuery(uncollectedAt = day(39)), limit), listOf("B-31", "C-31", "D-38"))
        }
        expect(ids(CargoQuery(place = port("SESTO"), uncollectedAt = day(32))), listOf("B-31", "C-31"))
        expect(ids(CargoQuery(place = port("CNHKG"), uncollectedAt = day(32))), emptyList())
        val later = store.cargos.findByTrackingId(TrackingId.parse("B-31").value).value.settingPickUpBy(day(40))
        store.cargos.save(later.value).value
        store.register(event(CLAIM, "SESTO", 35, of = "C-31"))
        expect(ids(CargoQuery(uncollectedAt = day(39))), listOf("D-38"))
        expect(ids(CargoQuery(uncollectedAt = day(41))), listOf("B-31", "D-38"))
    },
    check(
        "REP-1",
        "The cargos that lie in a port are found in pages, whether they are on their route or not",
    ) { store ->
        for (id in listOf("D-RECEIVED", "B-RECEIVED", "A-LOST", "C-BOOKED", "E-ELSEWHERE")) {
            store.cargos.save(cargo(id).assignedTo(viaNewYork).value).value
        }
        for (id in listOf("D-RECEIVED", "B-RECEIVED")) store.register(event(RECEIVE, "HKHKG", 1, of = id))
        store.register(event(UNLOAD, "HKHKG", 3, "V900", of = "A-LOST"))
        store.register(event(RECEIVE, "USNYC", 1, of = "E-ELSEWHERE"))
        for (limit in 1..4) {
            val found = allPages { after -> store.cargos.find(CargoQuery(place = port("HKHKG")), after, limit) }
            expect(found.map { it.trackingId.text }, listOf("A-LOST", "B-RECEIVED", "D-RECEIVED"))
        }
        expect(store.cargos.find(CargoQuery(place = port("SESTO")), after = null, limit = 9).value.items, emptyList())
    },
    check("REP-1, DLV-1", "A cargo is found in the port where it lies now, not where it lay") { store ->
        suspend fun ports() = listOf("HKHKG", "USNYC", "SESTO").filter { code ->
            val aboard = store.isFound(trackingId, CargoQuery(place = port(code), voyage = voyageNumber("V100")))
            store.isFound(trackingId, CargoQuery(place = port(code))).also { expect(aboard, it) }
        }
        store.cargos.save(booked().assignedTo(viaNewYork).value).value
        expect(ports(), emptyList())
        store.register(event(RECEIVE, "HKHKG", 9))
        expect(ports(), listOf("HKHKG"))
        store.register(event(LOAD, "HKHKG", 10, "V100"))
        expect(ports(), emptyList())
        store.register(event(UNLOAD, "USNYC", 20, "V100"))
        store.register(event(CUSTOMS, "SESTO", 21))
        expect(ports(), listOf("USNYC"))
        store.register(event(UNLOAD, "SESTO", 30, "V200"))
        expect(ports(), listOf("SESTO"))
        store.register(event(CLAIM, "SESTO", 31))
        expect(ports(), emptyList())
    },
    limits("locations") { store, limit -> store.locations.findPage(after = null, limit) },
    limits("voyages") { store, limit -> store.voyages.findPage(after = null, limit) },
    limits("events") { store, limit -> store.events.events(after = 0, limit) },
) + mapOf(
    "cargos" to CargoQuery(),
    "a customer's cargos" to CargoQuery(customer = customerId),
    "cargos in a port" to CargoQuery(place = port("HKHKG")),
    "cargos on a voyage" to CargoQuery(voyage = voyageNumber("V100")),
    "cargos that need attention" to CargoQuery(need = AttentionReason.LATE),
    "cargos with a reference" to CargoQuery(reference = reference),
    "a customer's cargos in a port" to CargoQuery(customer = customerId, place = port("HKHKG")),
    "cargos on a voyage with a reference" to CargoQuery(voyage = voyageNumber("V100"), reference = reference),
).map { (items, query) -> limits(items) { store, limit -> store.cargos.find(query, after = null, limit) } }

private fun limits(items: String, read: suspend (CargoStore, Int) -> Result<*>): ContractCheck =
    check("REP-1, VAL-INT-1", "A page of $items has a limit of 1 to 1000") { store ->
        for (limit in listOf(0, -1, 1001, Int.MIN_VALUE, Int.MAX_VALUE)) {
            expect(read(store, limit).error, DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString()))
        }
        for (limit in listOf(1, 1000)) read(store, limit).value
    }

private suspend fun CargoStore.isFound(id: TrackingId, query: CargoQuery): Boolean =
    cargos.find(query, after = null, limit = 9).value.items.any { it.trackingId == id }

/** Saves a cargo for each combination of what a query can ask for, and asks for each combination in turn. */
private suspend fun queryContract(store: CargoStore) {
    val other = CustomerId.parse("OTHER").value
    val numbers = 0..15
    fun isOwn(number: Int) = number and 1 == 0
    fun isRouted(number: Int) = number and 2 == 0
    fun isReferred(number: Int) = number and 4 == 0
    fun isInPort(number: Int) = number and 8 == 0
    for (number in numbers.reversed()) {
        val booked = cargo("C-${10 + number}", if (isOwn(number)) customerId else other)
        val routed = if (isRouted(number)) booked.assignedTo(viaNewYork).value else booked
        store.cargos.save(if (isReferred(number)) routed.adding(reference).value else routed).value
        if (isInPort(number)) store.register(event(RECEIVE, "USNYC", 1, of = "C-${10 + number}"))
    }
    val needs = mapOf<AttentionReason?, (Int) -> Boolean>(
        null to { true },
        AttentionReason.MISDIRECTED to { isRouted(it) && isInPort(it) },
        AttentionReason.UNROUTED to { !isRouted(it) },
        AttentionReason.LATE to { false },
    )
    for (customer in listOf(null, customerId, other)) for (place in listOf(null, port("USNYC"))) {
        for (voyage in listOf(null, voyageNumber("V100"))) for (asked in listOf(null, reference)) {
            for ((need, isNeeding) in needs) {
                val expected = numbers.filter { number ->
                    (customer == null || isOwn(number) == (customer == customerId)) &&
                        (place == null || isInPort(number)) && (voyage == null || isRouted(number)) &&
                        (asked == null || isReferred(number)) && isNeeding(number)
                }.map { "C-${10 + it}" }
                val query = CargoQuery(customer, place, voyage, need, asked)
                for (limit in listOf(1, 3, 100)) {
                    val found = allPages { after -> store.cargos.find(query, after, limit) }
                    expect(found.map { it.trackingId.text }, expected)
                    expect(found.all(query::matches), true)
                }
                val after = TrackingId.parse("C-13").value
                val rest = store.cargos.find(query, after, limit = 100).value
                expect(rest.items.map { it.trackingId.text } to rest.next, expected.filter { it > after.text } to null)
            }
        }
    }
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
internal fun cargo(id: String, customer: CustomerId = customerId): Cargo =
    Cargo.book(TrackingId.parse(id).value, customer, specification(), at = day(1)).value

/** Registers an event as a use case does, without inspecting the route. */
internal suspend fun CargoStore.register(event: HandlingEvent) {
    val history = handlingEvents.findHistory(event.trackingId).value
    val cargo = cargos.findByTrackingId(event.trackingId).value
    val derived = cargo.derivingDeliveryProgress(history.adding(event).value).value
    handlingUnitOfWork.save(event, after = history, derived).value
}
