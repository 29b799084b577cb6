package io.github.cargokit.domain

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.port
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import org.junit.jupiter.api.Test

internal class HandlingTests {
    @Test
    fun `HND-1 - each type has one spelling, LOAD and UNLOAD require a voyage, the other types prohibit one`() {
        for (type in HandlingType.entries) expect(HandlingType.parse(type.name).value, type)
        for (bad in listOf("", "receive", "LOAD ", "CLAİM")) {
            expect(HandlingType.parse(bad).code, "handling_type_invalid")
        }
        for (type in listOf(LOAD, UNLOAD)) {
            expect(HandlingActivity.create(type, port("HKHKG")).code, "handling_voyage_required")
        }
        for (type in listOf(RECEIVE, CUSTOMS, CLAIM)) {
            expect(HandlingActivity.create(type, port("HKHKG"), voyageNumber("V")).code, "handling_voyage_prohibited")
        }
    }

    @Test
    fun `HND-2 - an event can be registered at the instant it is completed, but not before`() {
        val activity = HandlingActivity.receive(at = port("HKHKG"))
        expect(HandlingEvent.create(trackingId, activity, day(1), day(1)).code, null)
        expect(HandlingEvent.create(trackingId, activity, day(2), day(1)).code, "handling_completed_after_registration")
    }

    @Test
    fun `HND-3, HND-4 - a history has distinct events with their earliest registrations, ordered whatever the input order`() {
        val events = listOf(
            event(RECEIVE, "HKHKG", 5), event(UNLOAD, "HKHKG", 5, "V3"), event(CUSTOMS, "HKHKG", 5),
            event(LOAD, "HKHKG", 5, "V1"), event(LOAD, "HKHKG", 5, "V2"),
            event(LOAD, "SESTO", 5, "V1"), event(CLAIM, "HKHKG", 5), event(CUSTOMS, "HKHKG", 6),
        )
        expect(HandlingHistory.create(trackingId, events.shuffled(java.util.Random(1))).value.events, events)
        val late = event(RECEIVE, "HKHKG", 5, registered = 9)
        val kept = history(late, event(RECEIVE, "HKHKG", 5, registered = 7)).events.single()
        expect(kept.registrationTime, day(7))
    }

    @Test
    fun `HND-4 - of one time, an unload follows the last load onto its voyage elsewhere`() {
        val unload = event(UNLOAD, "SESTO", 5, "V1")
        val (early, late) = listOf("DEHAM", "HKHKG").map { event(LOAD, it, 5, "V1") }
        val other = event(LOAD, "JPTYO", 5, "V2")
        val claim = event(CLAIM, "SESTO", 5)
        expect(history(claim, other, late, unload, early).events, listOf(early, late, unload, other, claim))
        // Several keep their order; a load at the same place, onto another voyage or at another time moves nothing.
        val second = event(UNLOAD, "USNYC", 5, "V1")
        expect(history(second, late, unload).events, listOf(late, unload, second))
        expect(history(second, event(LOAD, "USNYC", 5, "V1")).events.first(), second)
        expect(history(unload, other).events, listOf(unload, other))
        expect(history(unload, event(LOAD, "HKHKG", 6, "V1")).events.first(), unload)
    }

    @Test
    fun `HND-4 - an unload stays if the cargo was on that voyage before`() {
        val unload = event(UNLOAD, "SESTO", 5, "V1")
        val load = event(LOAD, "HKHKG", 5, "V1")
        val before = event(LOAD, "DEHAM", 4, "V1")
        expect(history(load, unload, before).events, listOf(before, unload, load))
        expect(history(load, unload, before, event(CUSTOMS, "DEHAM", 4)).events.takeLast(2), listOf(unload, load))
        expect(history(load, unload, event(LOAD, "DEHAM", 4, "V2")).events.takeLast(2), listOf(load, unload))
        // The move before is the last one of the corrected order.
        val hop = listOf(event(LOAD, "DEHAM", 4, "V1"), event(UNLOAD, "HKHKG", 4, "V1"))
        expect(history(*(hop + unload + load).toTypedArray()).events, hop + load + unload)
        // Without the event before, the order is another one.
        expect(history(load, unload, before).retracting(before).events, listOf(load, unload))
        expect(history(load, unload).retracting(load).events, listOf(unload))
    }

    @Test
    fun `HND-4 - an event of another cargo is rejected`() {
        expect(
            HandlingHistory.create(TrackingId.parse("OTHER").value, listOf(event(RECEIVE, "HKHKG", 1))).code,
            "handling_of_other_cargo",
        )
    }

    @Test
    fun `HND-6 - an event after the claim, a second receipt or claim, and a claim before another event are rejected`() {
        val known = history(event(RECEIVE, "HKHKG", 5), event(CLAIM, "SESTO", 20))
        expect(known.checkAccepts(event(CUSTOMS, "SESTO", 21)).code, "cargo_already_claimed")
        expect(known.checkAccepts(event(RECEIVE, "HKHKG", 21)).code, "cargo_already_claimed")
        expect(known.checkAccepts(event(RECEIVE, "HKHKG", 6)).code, "handling_repeated")
        expect(known.checkAccepts(event(CLAIM, "SESTO", 20)).code, null)
        expect(known.checkAccepts(event(CLAIM, "SESTO", 1)).code, "handling_repeated")
        expect(known.checkAccepts(event(CUSTOMS, "SESTO", 20)).code, null)
        expect(
            history(event(RECEIVE, "HKHKG", 5)).checkAccepts(event(CLAIM, "SESTO", 4)).code,
            "claim_before_other_handling",
        )
        expect(history(event(RECEIVE, "HKHKG", 5)).checkAccepts(event(CLAIM, "SESTO", 5)).code, null)
    }

    @Test
    fun `HND-7 - a history without a retracted event, and its revision`() {
        val known = history(event(RECEIVE, "HKHKG", 5), event(CLAIM, "SESTO", 20))
        val rest = known.retracting(event(CLAIM, "SESTO", 20))
        expect(rest, history(event(RECEIVE, "HKHKG", 5)))
        expect(rest.revision, 3)
        expect(rest.checkAccepts(event(CUSTOMS, "SESTO", 21)).code, null)
    }
}
