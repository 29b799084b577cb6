package io.github.cargokit.infrastructure

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.inmemory.InMemoryStore.StoredCargo
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.handlingContract
import io.github.cargokit.testing.history
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.referenceContract
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageContract
import io.github.cargokit.testing.voyageNumber
import io.github.cargokit.testing.voyagesContract
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private fun store(vararg ids: String) =
    InMemoryStore({ day(1) }, SequenceTrackingIdGenerator(ids.map { TrackingId.parse(it).value }))

private fun input(text: String): Input = JSONParser.parse(text).value

/** The ids of the cargos with a reference, page by page. */
private fun InMemoryStore.pages(reference: CargoReference, limit: Int): List<String> = runBlocking {
    val pages = ArrayList<String>()
    var after: TrackingId? = null
    do {
        val page = cargos.find(CargoQuery(reference = reference), after, limit).value
        pages += page.items.joinToString(" ") { it.trackingId.text }
        after = page.next
    } while (after != null)
    pages
}

internal class RepositoryTests {
    @Test
    fun `REP-1 - an absent cargo is cargo_not_found, an unknown customer has an empty list`() {
        val cargos = store().cargos
        expect(
            runBlocking { cargos.findByTrackingId(trackingId) }.error.params.toString(),
            "[Text(name=trackingId, text=ABC123)]",
        )
        expect(runBlocking { cargos.findForCustomer(customerId) }.value, emptyList())
    }

    @Test
    fun `REP-2, REP-3 - a save is a compare-and-set and stores the facts with the cargo`() {
        val store = store()
        expect(runBlocking { store.cargos.save(booked()) }.code, null)
        expect(
            runBlocking { store.cargos.save(booked()) }.error.params.joinToString { it.toString() },
            "Integer(name=actual, number=1), Integer(name=expected, number=0), Text(name=trackingId, text=ABC123)",
        )
        val stored = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
        expect(stored.version, 1L)
        expect(stored.raisedFacts, emptyList())
        val event = runBlocking { store.events.events(after = 0, limit = 10) }.value.single()
        expect(event.eventId, "Cargo:ABC123:1:0")
        expect(event.sequence, 1L)
    }

    @Test
    fun `REP-3, REP-4 - a save that fails leaves the cargo, its lists and the outbox as they were`() {
        val store = store()
        runBlocking { store.cargos.save(booked()) }
        val stored = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
        runBlocking { store.cargos.save(stored.changingDeadline(day(61), at = day(1)).value) }
        expect(
            runBlocking { store.cargos.save(stored.changingDeadline(day(62), at = day(1)).value) }.code,
            "concurrency_conflict",
        )
        val after = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
        expect(after.routeSpecification.arrivalDeadline, day(61))
        expect(after.version, 2L)
        expect(runBlocking { store.cargos.findForCustomer(customerId) }.value, listOf(after))
        expect(
            runBlocking { store.events.events(after = 0, limit = 10) }.value.map { it.fact.type },
            listOf("CargoBooked", "DeadlineChanged"),
        )
    }

    @Test
    fun `REP-7, REP-8 - of two saves of one voyage the second stores nothing, not even in part`() {
        val store = store()
        runBlocking { store.voyages.save(voyage("V1", movement("HKHKG", 1, "SESTO", 2))) }
        val stored = runBlocking { store.voyages.findByNumber(voyageNumber("V1")) }.value
        val first = voyage("V1", movement("HKHKG", 1, "SESTO", 3)).schedule
        val second = voyage("V1", movement("HKHKG", 1, "SESTO", 4)).schedule
        expect(runBlocking { store.voyages.save(stored.rescheduledTo(first)) }.code, null)
        expect(runBlocking { store.voyages.save(stored.rescheduledTo(second)) }.code, "concurrency_conflict")
        val after = runBlocking { store.voyages.findByNumber(voyageNumber("V1")) }.value
        expect(after.schedule, first)
        expect(after.version, 2L)
    }

    @Test
    fun `VAL-INT-1 - the largest version of the wire format is saved, the next one isn't`() {
        fun saved(version: Long) = store().let { store ->
            val record = JSONWriter().apply { cargo(booked().storedAs(version).value) }.toString()
            store.placeCargo(input(record))
            runBlocking { store.cargos.save(store.cargos.findByTrackingId(trackingId).value) }
        }
        expect(saved(9_007_199_254_740_990).code, null)
        expect(saved(9_007_199_254_740_991).error.params.toString(), "[Text(name=text, text=9007199254740992)]")
    }

    @Test
    fun `REP-5 - a corrupt cargo affects no other`() {
        val store = store()
        runBlocking { store.cargos.save(booked()) }
        store.placeCargo(input("""{"customerId":"C-2","trackingId":"BROKEN"}"""))
        store.placeCargo(input("""{"customerId":"C-3"}"""))
        expect(runBlocking { store.cargos.findByTrackingId(TrackingId.parse("BROKEN").value) }.code, "corrupt_record")
        expect(runBlocking { store.cargos.findForCustomer(CustomerId.parse("C-2").value) }.code, "corrupt_record")
        expect(runBlocking { store.cargos.findForCustomer(CustomerId.parse("C-3").value) }.code, "corrupt_record")
        expect(runBlocking { store.cargos.findForCustomer(customerId) }.value.size, 1)
        expect(runBlocking { store.cargos.find(CargoQuery(), null, 10) }.value.items.size, 1)
    }

    @Test
    fun `REP-5 - a corrupt cargo fails the pages of the customer that it names, until it is replaced`() = runBlocking {
        val store = store()
        store.cargos.save(booked()).value
        suspend fun page(customer: String, after: String? = null) =
            store.cargos.find(
                CargoQuery(customer = CustomerId.parse(customer).value),
                after?.let { TrackingId.parse(it).value },
                limit = 1,
            )
        store.placeCargo(input("""{"customerId":"C-1","trackingId":"BROKEN"}"""))
        expect(page("C-1").value.next, trackingId)
        expect(page("C-1", after = "ABC123").code, "corrupt_record")
        store.placeCargo(input("""{"customerId":"C-2","trackingId":"BROKEN"}"""))
        expect(page("C-1").value.next, null)
        expect(page("C-1", after = "ABC123").value.items, emptyList())
        expect(page("C-2").code, "corrupt_record")
        store.placeCargo(input("""{"customerId":"C-2","trackingId":"ABC123"}"""))
        expect(page("C-1").value.items, emptyList())

        store.placeCargo(input("""{"customerId":"C-1"}"""))
        expect(page("C-1").code, "corrupt_record")
        expect(page("C-1", after = "ABC123").value.items, emptyList())
        expect(page("C-3").value.items, emptyList())
    }

    @Test
    fun `REP-5 - of several conditions, a customer's alone lets a corrupt cargo fail a page`() = runBlocking {
        val store = store()
        store.cargos.save(booked().adding(reference).value).value
        store.placeCargo(input("""{"customerId":"C-1","trackingId":"BROKEN"}"""))
        suspend fun page(query: CargoQuery, limit: Int) = store.cargos.find(query, after = null, limit)
        val own = CargoQuery(customer = CustomerId.parse("C-1").value, need = AttentionReason.UNROUTED)
        expect(page(own, limit = 1).value.next, trackingId)
        expect(page(own, limit = 2).code, "corrupt_record")
        expect(page(own.copy(customer = CustomerId.parse("C-2").value), limit = 2).value.items, emptyList())
        expect(page(CargoQuery(need = AttentionReason.UNROUTED, reference = reference), limit = 2).value.items.size, 1)
        expect(page(CargoQuery(need = AttentionReason.UNROUTED), limit = 1).value.next, null)
    }

    @Test
    fun `REP-6 - neither an id in use nor one generated before is generated`() {
        val store = store("ABC123", "AAA", "AAA", "BBB")
        runBlocking { store.cargos.save(booked()) }
        expect(List(2) { runBlocking { store.cargos.nextTrackingId() }.value.text }, listOf("AAA", "BBB"))
        expect(runBlocking { store.cargos.nextTrackingId() }.code, "tracking_ids_exhausted")
    }

    @Test
    fun `REP-7 - of 20 writers exactly one wins each version, and no save is lost`() {
        val cargos: CargoRepository = store().cargos
        runBlocking { cargos.save(booked()) }
        val versions = ConcurrentHashMap.newKeySet<Long>()
        val won = AtomicInteger()
        val writers = List(20) { writer ->
            thread {
                repeat(50) { round ->
                    while (true) {
                        val cargo = runBlocking { cargos.findByTrackingId(trackingId) }.value
                        val changed = cargo.changingDeadline(day(61 + writer * 50 + round), at = day(1)).value
                        if (runBlocking { cargos.save(changed) }.code == null) {
                            versions += cargo.version
                            won.incrementAndGet()
                            break
                        }
                    }
                }
            }
        }
        writers.forEach { it.join() }
        expect(won.get(), 1000)
        expect(versions.size, 1000)
        expect(runBlocking { cargos.findByTrackingId(trackingId) }.value.version, 1001L)
    }

    @Test
    fun `HND-7, REP-4, REP-7 - an event, its retraction and the cargo are saved in one step, against the history that was read`() {
        runBlocking { handlingContract(store()) }
    }

    @Test
    fun `REF-5, REP-1 - the cargos with a reference, page by page, as long as they have it`() {
        val store = store().apply { placeCargo(input("""{"trackingId":"CARGO0"}""")) }
        runBlocking { referenceContract(store) }
    }

    @Test
    fun `REF-5 - the cargos with a reference, page by page, when cargos are replaced in any order`() {
        val store = store()
        fun place(id: String, vararg references: CargoReference) {
            val cargo = Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value
            val placed = references.fold(cargo) { changed, added -> changed.adding(added).value }
            store.placeCargo(input(JSONWriter().apply { cargo(placed.storedAs(1).value) }.toString()))
        }
        for (id in listOf("CARGO5", "CARGO1", "CARGO3")) place(id, reference)
        for (id in listOf("CARGO4", "CARGO2")) place(id)
        expect(store.pages(reference, limit = 2), listOf("CARGO1 CARGO3", "CARGO5"))

        val own = CargoReference.create(ReferenceType.CUSTOMER, "Order 17").value
        place("CARGO1", own)
        place("CARGO2", reference, own)
        place("CARGO5", own, reference)
        expect(store.pages(reference, limit = 2), listOf("CARGO2 CARGO3", "CARGO5"))
        expect(store.pages(own, limit = 1), listOf("CARGO1", "CARGO2", "CARGO5"))

        store.placeCargo(input("""{"trackingId":"CARGO2"}"""))
        expect(store.pages(reference, limit = 1), listOf("CARGO3", "CARGO5"))
        place("CARGO2", reference)
        expect(store.pages(reference, limit = 3), listOf("CARGO2 CARGO3 CARGO5"))
        expect(store.pages(own, limit = 3), listOf("CARGO1 CARGO5"))
    }

    @Test
    fun `REF-5, REP-1 - cargos are found in an index, other cargos are not looked at`() = runBlocking {
        val store = store()
        val astray = booked().adding(reference).value.assignedTo(viaNewYork).value
            .derivingDeliveryProgress(history(event(RECEIVE, "SESTO", 9))).value
        store.cargos.save(astray).value
        // What is put past the index could only be found by looking at the cargos.
        val stored = store.cargos.findByTrackingId(trackingId).value
        store.atomically { for (id in listOf("AAA", "ZZZ")) cargos[id] = StoredCargo.Sound(stored) }
        val found = listOf(
            store.cargos.findForCustomer(customerId).value,
        ) + listOf(
            CargoQuery(customer = customerId),
            CargoQuery(voyage = voyageNumber("V100")),
            CargoQuery(reference = reference),
            CargoQuery(place = port("SESTO")),
            CargoQuery(need = AttentionReason.MISDIRECTED),
            CargoQuery(customerId, port("SESTO")),
            CargoQuery(voyage = voyageNumber("V100"), need = AttentionReason.MISDIRECTED, reference = reference),
        ).map { query -> store.cargos.find(query, after = null, limit = 10).value.items }
        expect(found, List(8) { listOf(stored) })
    }

    @Test
    fun `REP-1 - the cargos on a voyage, page by page, as long as a leg is on it, broken ones are left out`() {
        val store = store().apply { placeCargo(input("""{"trackingId":"CARGO0"}""")) }
        runBlocking { voyageContract(store) }
    }

    @Test
    fun `REP-1 - voyages by their numbers, each once, unknown ones are left out`() {
        runBlocking { voyagesContract(store()) }
    }

    @Test
    fun `REP-8 - exceptions, cancellation included, propagate unchanged`() {
        class Cancelled : java.util.concurrent.CancellationException()
        val store = InMemoryStore({ throw Cancelled() }, SequenceTrackingIdGenerator(emptyList()))
        val thrown = runCatching { runBlocking { store.cargos.save(booked()) } }.exceptionOrNull()
        expect(thrown is Cancelled, true)
        expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.code, "cargo_not_found")
    }
}
