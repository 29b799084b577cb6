package cargo

import cargo.application.input.Input
import cargo.domain.cargo.CargoRepository
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingType.RECEIVE
import cargo.infrastructure.inmemory.InMemoryStore
import cargo.infrastructure.inmemory.TrackingIdSequence
import cargo.infrastructure.jsoncodec.JSONParser
import cargo.infrastructure.jsoncodec.JSONWriter
import cargo.infrastructure.records.cargo
import cargo.parity.runSuspending
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread

private fun store(vararg ids: String) = InMemoryStore({ day(1) }, TrackingIdSequence(ids.map { TrackingId.parse(it).value }))

private fun input(text: String): Input = JSONParser.parse(text).value

internal fun repositoryTests(suite: Suite) = with(suite) {
    test("REP-1: an absent cargo is cargo_not_found; an unknown customer has an empty list") {
        val cargos = store().cargos
        expect(runSuspending { cargos.findByTrackingId(trackingId) }.error.params.toString(), "[Text(name=trackingId, text=ABC123)]")
        expect(runSuspending { cargos.findForCustomer(customerId) }.value, emptyList())
    }
    test("REP-2, REP-3: a save is a compare-and-set and stores the facts with the cargo") {
        val store = store()
        expect(runSuspending { store.cargos.save(booked()) }.code, null)
        expect(runSuspending { store.cargos.save(booked()) }.error.params.joinToString { it.toString() }, "Integer(name=actual, number=1), Integer(name=expected, number=0), Text(name=trackingId, text=ABC123)")
        val stored = runSuspending { store.cargos.findByTrackingId(trackingId) }.value
        expect(stored.version, 1L)
        expect(stored.raisedFacts, emptyList())
        val event = runSuspending { store.events.events(after = 0, limit = 10) }.value.single()
        expect(event.eventId, "Cargo:ABC123:1:0")
        expect(event.sequence, 1L)
    }
    test("REP-3, REP-4: a save that fails leaves the cargo, its lists and the outbox as they were") {
        val store = store()
        runSuspending { store.cargos.save(booked()) }
        val stored = runSuspending { store.cargos.findByTrackingId(trackingId) }.value
        runSuspending { store.cargos.save(stored.changingDeadline(day(61), at = day(1)).value) }
        expect(runSuspending { store.cargos.save(stored.changingDeadline(day(62), at = day(1)).value) }.code, "concurrency_conflict")
        val after = runSuspending { store.cargos.findByTrackingId(trackingId) }.value
        expect(after.routeSpecification.arrivalDeadline, day(61))
        expect(after.version, 2L)
        expect(runSuspending { store.cargos.findForCustomer(customerId) }.value, listOf(after))
        expect(runSuspending { store.events.events(after = 0, limit = 10) }.value.map { it.fact.type }, listOf("CargoBooked", "DeadlineChanged"))
    }
    test("REP-7, REP-8: of two saves of one voyage the second stores nothing, not even in part") {
        val store = store()
        runSuspending { store.voyages.save(voyage("V1", movement("CNHKG", 1, "SESTO", 2))) }
        val stored = runSuspending { store.voyages.findByNumber(voyageNumber("V1")) }.value
        val first = voyage("V1", movement("CNHKG", 1, "SESTO", 3)).schedule
        val second = voyage("V1", movement("CNHKG", 1, "SESTO", 4)).schedule
        expect(runSuspending { store.voyages.save(stored.rescheduledTo(first)) }.code, null)
        expect(runSuspending { store.voyages.save(stored.rescheduledTo(second)) }.code, "concurrency_conflict")
        val after = runSuspending { store.voyages.findByNumber(voyageNumber("V1")) }.value
        expect(after.schedule, first)
        expect(after.version, 2L)
    }
    test("VAL-INT-1: the largest version of the wire format is saved; the next one isn't") {
        fun saved(version: Long) = store().let { store ->
            val record = JSONWriter().apply { cargo(booked().storedAs(version).value) }.toString()
            store.placeCargo(input(record))
            runSuspending { store.cargos.save(store.cargos.findByTrackingId(trackingId).value) }
        }
        expect(saved(9_007_199_254_740_990).code, null)
        expect(saved(9_007_199_254_740_991).error.params.toString(), "[Text(name=text, text=9007199254740992)]")
    }
    test("REP-5: a corrupt cargo affects no other") {
        val store = store()
        runSuspending { store.cargos.save(booked()) }
        store.placeCargo(input("""{"customerId":"C-2","trackingId":"BROKEN"}"""))
        store.placeCargo(input("""{"customerId":"C-3"}"""))
        expect(runSuspending { store.cargos.findByTrackingId(TrackingId.parse("BROKEN").value) }.code, "corrupt_record")
        expect(runSuspending { store.cargos.findForCustomer(CustomerId.parse("C-2").value) }.code, "corrupt_record")
        expect(runSuspending { store.cargos.findForCustomer(CustomerId.parse("C-3").value) }.code, "corrupt_record")
        expect(runSuspending { store.cargos.findForCustomer(customerId) }.value.size, 1)
        expect(runSuspending { store.cargos.findPage(null, 10) }.value.items.size, 1)
    }
    test("REP-6: neither an id in use nor one generated before is generated") {
        val store = store("ABC123", "AAA", "AAA", "BBB")
        runSuspending { store.cargos.save(booked()) }
        expect(List(2) { runSuspending { store.cargos.nextTrackingId() }.value.text }, listOf("AAA", "BBB"))
        expect(runSuspending { store.cargos.nextTrackingId() }.code, "tracking_ids_exhausted")
    }
    test("REP-7: of 20 writers exactly one wins each version, and no save is lost") {
        val cargos: CargoRepository = store().cargos
        runSuspending { cargos.save(booked()) }
        val versions = ConcurrentHashMap.newKeySet<Long>()
        val won = AtomicInteger()
        val writers = List(20) { writer ->
            thread {
                repeat(50) { round ->
                    while (true) {
                        val cargo = runSuspending { cargos.findByTrackingId(trackingId) }.value
                        val changed = cargo.changingDeadline(day(61 + writer * 50 + round), at = day(1)).value
                        if (runSuspending { cargos.save(changed) }.code == null) {
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
        expect(runSuspending { cargos.findByTrackingId(trackingId) }.value.version, 1001L)
    }
    test("HND-7, REP-4, REP-7: an event, its retraction and the cargo are saved in one step, against the history that was read") {
        handlingContract(store().environment(NoRoutes)) { runSuspending(it) }
    }
    test("REP-1: the cargos on a voyage, page by page, as long as a leg is on it; broken ones are left out") {
        val store = store().apply { placeCargo(input("""{"trackingId":"CARGO0"}""")) }
        voyageContract(store.environment(NoRoutes)) { runSuspending(it) }
    }
    test("REP-1: voyages by their numbers, each once; unknown ones are left out") {
        voyagesContract(store().environment(NoRoutes)) { runSuspending(it) }
    }
    test("REP-8: exceptions, cancellation included, propagate unchanged") {
        class Cancelled : java.util.concurrent.CancellationException()
        val store = InMemoryStore({ throw Cancelled() }, TrackingIdSequence(emptyList()))
        val thrown = runCatching { runSuspending { store.cargos.save(booked()) } }.exceptionOrNull()
        expect(thrown is Cancelled, true)
        expect(runSuspending { store.cargos.findByTrackingId(trackingId) }.code, "cargo_not_found")
    }
}
