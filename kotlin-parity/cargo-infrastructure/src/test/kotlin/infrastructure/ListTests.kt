package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoLookup
import io.github.cargokit.application.usecases.ListLocations
import io.github.cargokit.application.usecases.LookUpCargos
import io.github.cargokit.application.usecases.ReadWorklist
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlin.time.Duration
import kotlin.time.Duration.Companion.days
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

internal class ListTests {
    private var now = day(1)
    private val store = InMemoryStore({ day(1) })
    private val kit = CargoKit(store, clock = { now })

    private fun id(text: String) = TrackingId.parse(text).value

    private fun cargo(text: String, customer: CustomerId = customerId, deadline: Int = 60): Cargo =
        Cargo.book(id(text), customer, specification(deadline = deadline), at = day(1)).value

    /** A cargo of each kind; `A-` and `Z-` tell apart what is ordered by need and what by id. */
    private suspend fun fill() {
        for (code in listOf("HKHKG", "USNYC", "SESTO")) {
            kit.registerLocation(port(code), LocationName.parse("Port $code").value).value
        }
        val sailings = listOf(
            voyage("V100", movement("HKHKG", 10, "USNYC", 20)),
            voyage("V200", movement("USNYC", 22, "SESTO", 30)),
        )
        for (sailing in sailings) kit.registerVoyage(sailing.number, sailing.schedule).value
        for (id in listOf("Z-LOST", "A-FINE", "Z-LATE", "B-FINE")) {
            store.cargos.save(cargo(id).assignedTo(viaNewYork).value).value
        }
        store.cargos.save(cargo("A-NEW")).value
        store.cargos.save(cargo("B-OTHER", CustomerId.parse("C-2").value)).value
        store.cargos.save(cargo("A-GONE").cancelled(Reason.parse("Sold").value, at = day(1)).value).value
        kit.changeDeadline(id("Z-LATE"), day(25)).value
        now = day(12)
        kit.handle(RECEIVE, id("Z-LOST"), at = port("SESTO"), completed = day(11)).value
        kit.handle(RECEIVE, id("B-FINE"), at = port("HKHKG"), completed = day(9)).value
    }

    private suspend fun ids(filter: CargoFilter) = kit.cargos(filter).value.cargos.map { it.trackingId.text }

    @Test
    fun `UC-7 - a list has the cargos that pass its filter`() = runBlocking {
        fill()
        expect(ids(CargoFilter()).size, 7)
        expect(ids(CargoFilter(needs = setOf(AttentionReason.UNROUTED))), listOf("A-NEW", "B-OTHER", "Z-LATE"))
        expect(ids(CargoFilter(needs = setOf(AttentionReason.UNROUTED, AttentionReason.LATE))), listOf("Z-LATE"))
        expect(ids(CargoFilter(place = port("SESTO"))), listOf("Z-LOST"))
        expect(ids(CargoFilter(place = port("SESTO"), needs = setOf(AttentionReason.LATE))), emptyList())
        expect(ids(CargoFilter(routingStatus = RoutingStatus.MISROUTED)), listOf("Z-LATE"))
        expect(ids(CargoFilter(transportStatus = TransportStatus.IN_PORT)), listOf("B-FINE", "Z-LOST"))
        expect(ids(CargoFilter(isCancelled = true)), listOf("A-GONE"))
        val own = kit.cargosOf(customerId, CargoFilter(needs = setOf(AttentionReason.UNROUTED))).value
        expect(own.cargos.map { it.trackingId.text }, listOf("A-NEW", "Z-LATE"))
    }

    @Test
    fun `UC-7 - one of several needs is enough if the filter says so, page by page`() = runBlocking {
        fill()
        kit.placeHold(HoldType.OTHER, id("B-FINE"), Reason.parse("Too heavy").value).value
        val needs = setOf(AttentionReason.UNROUTED, AttentionReason.LATE, AttentionReason.HELD)
        val any = CargoFilter(needs, isAnyNeedEnough = true)
        expect(ids(any), listOf("A-NEW", "B-FINE", "B-OTHER", "Z-LATE"))
        expect(ids(CargoFilter(needs)), emptyList())
        expect(ids(any.copy(place = port("HKHKG"))), listOf("B-FINE"))
        expect(ids(CargoFilter(setOf(AttentionReason.HELD), isAnyNeedEnough = true)), listOf("B-FINE"))
        expect(ids(CargoFilter(isAnyNeedEnough = true)).size, 7)
        val own = kit.cargosOf(customerId, any).value
        expect(own.cargos.map { it.trackingId.text }, listOf("A-NEW", "B-FINE", "Z-LATE"))
        for (limit in 1..4) {
            val pages = ArrayList<List<String>>()
            var after: TrackingId? = null
            do {
                val page = kit.cargos(any, after, limit).value
                pages += page.cargos.map { it.trackingId.text }
                after = page.next
            } while (after != null)
            expect(pages, listOf("A-NEW", "B-FINE", "B-OTHER", "Z-LATE").chunked(limit))
        }
    }

    @Test
    fun `UC-7 - a list has the cargos with a hold of a type`() = runBlocking {
        fill()
        kit.placeHold(HoldType.OTHER, id("B-FINE"), Reason.parse("Too heavy").value).value
        kit.placeHold(HoldType.CUSTOMS, id("A-NEW"), Reason.parse("Papers").value).value
        expect(ids(CargoFilter(hold = HoldType.OTHER)), listOf("B-FINE"))
        expect(ids(CargoFilter(hold = HoldType.CUSTOMS)), listOf("A-NEW"))
        expect(ids(CargoFilter(hold = HoldType.CUSTOMS, place = port("HKHKG"))), emptyList())
    }

    @Test
    fun `UC-7 - a list has the cargos on a voyage, that it disrupts and that arrive late with it`() = runBlocking {
        fill()
        val (first, last) = listOf(voyageNumber("V100"), voyageNumber("V200"))
        val all = listOf("A-FINE", "B-FINE", "Z-LATE", "Z-LOST")
        expect(ids(CargoFilter(voyage = first)), all)
        expect(ids(CargoFilter(place = port("USNYC"), voyage = first)), all)
        expect(ids(CargoFilter(place = port("SESTO"), voyage = first)), emptyList())
        expect(ids(CargoFilter(place = port("SESTO"), voyage = last)), all)
        expect(ids(CargoFilter(voyage = voyageNumber("V999"))), emptyList())
        val late = setOf(AttentionReason.LATE)
        expect(ids(CargoFilter(late, voyage = last)), listOf("Z-LATE"))
        expect(ids(CargoFilter(late, voyage = first)), emptyList())
        expect(ids(CargoFilter(late + AttentionReason.UNROUTED, voyage = first)), listOf("Z-LATE"))
        expect(ids(CargoFilter(late, place = port("USNYC"), voyage = last)), listOf("Z-LATE"))
        expect(ids(CargoFilter(late, place = port("HKHKG"), voyage = last)), emptyList())
        // The first voyage arrives after the second has left.
        kit.rescheduleVoyage(first, Schedule.create(listOf(movement("HKHKG", 13, "USNYC", 23))).value).value
        val disrupted = setOf(AttentionReason.DISRUPTED)
        expect(ids(CargoFilter(disrupted)), all)
        expect(ids(CargoFilter(disrupted, voyage = last)), all)
        expect(ids(CargoFilter(disrupted, place = port("USNYC"), voyage = last)), all)
        expect(ids(CargoFilter(disrupted, place = port("SESTO"), voyage = last)), emptyList())
        expect(ids(CargoFilter(disrupted, voyage = first)), emptyList())
    }

    @Test
    fun `EST-6 - a list has the cargos whose scan is overdue by more than a time`() = runBlocking {
        fill()
        expect(ids(CargoFilter(overdueBy = Duration.ZERO)), listOf("A-FINE", "B-FINE", "Z-LATE"))
        expect(ids(CargoFilter(overdueBy = 2.days)), emptyList())
        now = day(13)
        expect(ids(CargoFilter(overdueBy = 2.days)), listOf("A-FINE", "B-FINE", "Z-LATE"))
        kit.handle(
            LOAD,
            id("B-FINE"),
            at = port("HKHKG"),
            on = viaNewYork.legs.first().voyageNumber,
            completed = day(10),
        ).value
        expect(ids(CargoFilter(overdueBy = Duration.ZERO)), listOf("A-FINE", "Z-LATE"))
    }

    @Test
    fun `EST-6 - a list has the cargos that were to be picked up, with or without a route`() = runBlocking {
        fill()
        now = day(40)
        for (name in listOf("A-NEW", "A-FINE")) {
            kit.setPickUpDeadline(id(name), to = day(35)).value
            val voyage = viaNewYork.legs.last().voyageNumber
            kit.handle(UNLOAD, id(name), at = port("SESTO"), on = voyage, completed = day(30)).value
        }
        expect(ids(CargoFilter(overdueBy = 4.days, place = port("SESTO"))), listOf("A-FINE", "A-NEW"))
        expect(ids(CargoFilter(overdueBy = 5.days, place = port("SESTO"))), emptyList())
    }

    @Test
    fun `UC-7 - pages of a filtered list are complete and without duplicates`() = runBlocking {
        fill()
        for (limit in 1..4) {
            val found = ArrayList<String>()
            var after: TrackingId? = null
            do {
                val page = kit.cargos(CargoFilter(needs = setOf(AttentionReason.UNROUTED)), after, limit).value
                found += page.cargos.map { it.trackingId.text }
                after = page.next
            } while (after != null)
            expect(found, listOf("A-NEW", "B-OTHER", "Z-LATE"))
        }
        for (limit in listOf(0, 1001)) {
            expect(kit.cargos(CargoFilter(isCancelled = true), limit = limit).code, "integer_out_of_range")
        }
    }

    @Test
    fun `the worklist has the most urgent cargos first, each once, in pages of any size`() = runBlocking {
        fill()
        for (name in listOf("B-FINE", "Z-LATE")) {
            kit.placeHold(HoldType.CUSTOMS, id(name), because = Reason.parse("No papers").value).value
        }
        val all = listOf("Z-LOST", "Z-LATE", "A-NEW", "B-OTHER", "B-FINE", "A-FINE", "A-GONE")
        for (limit in 1..8) {
            val found = ArrayList<String>()
            var start: ReadWorklist.Position? = null
            do {
                val page = kit.worklist(ReadWorklist.Request(start = start, limit = limit)).value
                found += page.cargos.map { it.trackingId.text }
                expect(page.asOf, now)
                start = page.next?.let { ReadWorklist.Position.parse("$it").value }
            } while (start != null)
            expect(found, all)
        }
        suspend fun listed(request: ReadWorklist.Request) =
            kit.worklist(request).value.cargos.map { it.trackingId.text }
        expect(listed(ReadWorklist.Request(customerId = CustomerId.parse("C-2").value)), listOf("B-OTHER"))
        expect(listed(ReadWorklist.Request(filter = CargoFilter(place = port("HKHKG")))), listOf("B-FINE"))
        val late = CargoFilter(needs = setOf(AttentionReason.LATE))
        expect(listed(ReadWorklist.Request(filter = late)), listOf("Z-LATE"))
        val held = CargoFilter(needs = setOf(AttentionReason.HELD))
        expect(listed(ReadWorklist.Request(filter = held)), listOf("Z-LATE", "B-FINE"))
        expect(kit.cargos(held).value.cargos.map { it.isHeld }, listOf(true, true))
        expect(kit.worklist(ReadWorklist.Request(limit = 0)).code, "integer_out_of_range")
    }

    @Test
    fun `positions in the worklist are texts`() {
        for (text in listOf("LATE:ABC123", ":ABC123", "DISRUPTED:", ":")) {
            expect("${ReadWorklist.Position.parse(text).value}", text)
        }
        for (text in listOf("", "LATE", "late:ABC123", "OVERDUE:", "LATE:a")) {
            expect(ReadWorklist.Position.parse(text) is Result.Failure, true)
        }
    }

    @Test
    fun `REQ-1 - a request for the worklist names each invalid field`() {
        val survey = ReadWorklist(kit.environment)
        fun input(vararg members: Pair<String, String>) =
            Input.Members(members.sortedBy { it.first }.map { Input.Member(it.first, Input.Text(it.second)) })
        val request = survey.read(
            input("attention" to "LATE", "at" to "seSTO", "routingStatus" to "ROUTED", "start" to "LATE:ABC123"),
        ).value
        val late = setOf(AttentionReason.LATE)
        val filter = CargoFilter(late, place = port("SESTO"), routingStatus = RoutingStatus.ROUTED)
        expect(
            request,
            ReadWorklist.Request(filter = filter, start = ReadWorklist.Position(AttentionReason.LATE, id("ABC123"))),
        )
        expect(
            survey.read(input("hold" to "CUSTOMS", "voyage" to "V100")).value.filter,
            CargoFilter(voyage = voyageNumber("V100"), hold = HoldType.CUSTOMS),
        )
        expect(survey.read(input("attention" to "OVERDUE")).value.filter, CargoFilter(overdueBy = Duration.ZERO))
        val bad = input("attention" to "late", "at" to "X", "start" to "LATE:a", "transportStatus" to "", "other" to "")
        val fields = survey.read(bad).error.fields.map { "${it.path} ${it.code.text}" }
        expect(
            fields,
            listOf("at un_locode_invalid") + listOf(
                "attention",
                "other",
                "start",
                "transportStatus",
            ).map { "$it shape_invalid" },
        )
    }

    @Test
    fun `locations are found by a part of their code or name, whatever the case of ASCII letters`() = runBlocking {
        val names = mapOf(
            "SEGOT" to "G\u00F6teborg", "SESTO" to "Stockholm", "HKHKG" to "Hong Kong", "USNYC" to "New York",
        )
        for ((code, name) in names) {
            kit.registerLocation(port(code), LocationName.parse(name).value).value
        }
        suspend fun found(text: String?) = kit.locations(text).value.items.map { it.unLocode.text }
        expect(found(null), listOf("HKHKG", "SEGOT", "SESTO", "USNYC"))
        expect(found("se"), listOf("SEGOT", "SESTO"))
        expect(found("K"), listOf("HKHKG", "SESTO", "USNYC"))
        expect(found("\u00F6"), listOf("SEGOT"))
        expect(found("\u00D6"), emptyList())
        val first = kit.locations("o", limit = 2).value
        expect(first.items.map { it.unLocode.text } to first.next?.text, listOf("HKHKG", "SEGOT") to "SEGOT")
        val second = kit.locations("o", after = first.next, limit = 2).value
        expect(second.items.map { it.unLocode.text } to second.next, listOf("SESTO", "USNYC") to null)
        expect(ListLocations(kit.environment).execute(ListLocations.Request(limit = 0)).code, "integer_out_of_range")
    }

    @Test
    fun `REF-5 - what someone typed finds a cargo by its id, or all by a reference`() = runBlocking {
        for (text in listOf("B2", "A1", "MSKU1234565")) {
            val booked = cargo(text.padEnd(3, '0'))
            store.cargos.save(if (text.length == 2) booked.adding(reference).value else booked).value
        }
        val own = CargoReference.create(ReferenceType.CUSTOMER, "Order 17").value
        store.cargos.save(cargo("OWN").adding(own).value).value
        suspend fun found(text: String, limit: Int = 10) =
            kit.cargosMatching(CargoLookup.typed(text), limit = limit).value.cargos.map { it.trackingId.text }
        expect(found(" msku1234565 "), listOf("MSKU1234565"))
        expect(found("msku 123456-5"), listOf("A10", "B20"))
        expect(found("container: MSKU1234565"), listOf("A10", "B20"))
        expect(found("Order 17"), listOf("OWN"))
        expect(found("customer:Order 17"), listOf("OWN"))
        expect(found("bill of lading:Order 17"), emptyList())
        expect(found("nothing"), emptyList())
        val first = kit.cargosMatching(CargoLookup(references = listOf(reference, own)), limit = 2).value
        expect(first.cargos.map { it.trackingId.text } to first.next?.text, listOf("A10", "B20") to "B20")
        expect(
            kit.cargosMatching(
                CargoLookup(references = listOf(reference, own)),
                first.next,
            ).value.cargos.map { it.trackingId.text },
            listOf("OWN"),
        )
        expect(CargoLookup.typed("Order 17").forPublic.references.any { it.type == ReferenceType.CUSTOMER }, false)
        expect(CargoLookup.typed(" ").isEmpty, true)
        val request = Input.Members(listOf(Input.Member("text", Input.Text("ABC123"))))
        expect(LookUpCargos(kit.environment).read(request).value.lookup, CargoLookup.typed("ABC123"))
    }

    @Test
    fun `UC-9 - a reschedule for another version than the stored one changes nothing`() = runBlocking {
        fill()
        val later = voyage("V100", movement("HKHKG", 11, "USNYC", 21))
        expect(kit.rescheduleVoyage(later.number, later.schedule, expectedVersion = 2).code, "concurrency_conflict")
        expect(kit.voyage(later.number).value.version, 1L)
        expect(kit.rescheduleVoyage(later.number, later.schedule, expectedVersion = 1).value.version, 2L)
    }
}
