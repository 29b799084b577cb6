package io.github.cargokit.domain

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import org.junit.jupiter.api.Test

internal class RouteTests {
    @Test
    fun `VOY-1 - a movement arrives at another port, at a later time`() {
        expect(CarrierMovement.create(port("HKHKG"), port("HKHKG"), day(2), day(1)).code, "movement_locations_equal")
        expect(CarrierMovement.create(port("HKHKG"), port("SESTO"), day(1), day(1)).code, "movement_times_invalid")
    }

    @Test
    fun `VOY-2, VOY-3 - a schedule has 1 to 500 connected movements, connections are checked before times`() {
        val there = movement("HKHKG", 1, "SESTO", 2)
        val back = movement("SESTO", 2, "HKHKG", 3)
        expect(Schedule.create(emptyList()).code, "schedule_empty")
        expect(Schedule.create(List(501) { there }).code, "schedule_too_long")
        expect(Schedule.create(listOf(there, back)).value.movements.size, 2)
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "HKHKG", 3))).code, "schedule_times_overlap")
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "HKHKG", 3), there)).code, "schedule_times_overlap")
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "HKHKG", 3), back)).code, "schedule_not_connected")
    }

    @Test
    fun `VOY-4 - rescheduling to an equal schedule changes nothing and raises no facts`() {
        val voyage = voyage("V1", movement("HKHKG", 1, "SESTO", 2))
        expect(voyage.rescheduledTo(voyage("V1", movement("HKHKG", 1, "SESTO", 2)).schedule) === voyage, true)
        val later = voyage("V1", movement("HKHKG", 1, "SESTO", 3)).schedule
        expect(voyage.rescheduledTo(later).raisedFacts.single(), DomainFact.VoyageRescheduled(voyage.number, later))
    }

    @Test
    fun `RTE-1, LEG-1 - origin and destination differ, and so do the ports of a leg`() {
        expect(RouteSpecification.create(port("HKHKG"), port("hkhkg"), day(1)).code, "route_origin_is_destination")
        expect(Leg.create(voyageNumber("V"), port("HKHKG"), port("HKHKG"), day(1), day(1)).code, "leg_locations_equal")
        expect(Leg.create(voyageNumber("V"), port("HKHKG"), port("SESTO"), day(1), day(1)).code, "leg_times_invalid")
    }

    @Test
    fun `RTE-3 - an itinerary satisfies a specification if it arrives strictly before the deadline`() {
        expect(specification(deadline = 31).isSatisfiedBy(viaNewYork), true)
        expect(specification(deadline = 30).isSatisfiedBy(viaNewYork), false)
        expect(specification(from = "USNYC").isSatisfiedBy(viaNewYork), false)
        expect(specification(to = "USNYC").isSatisfiedBy(viaNewYork), false)
    }

    @Test
    fun `ITN-1, ITN-2 - an itinerary has 1 to 100 connected legs`() {
        val one = leg("V1", "HKHKG", 1, "SESTO", 2)
        expect(Itinerary.create(emptyList()).code, "itinerary_empty")
        expect(Itinerary.create(List(101) { one }).code, "itinerary_too_long")
        expect(Itinerary.create(listOf(one, one)).code, "itinerary_not_connected")
        expect(Itinerary.create(listOf(one, leg("V1", "SESTO", 1, "HKHKG", 3))).code, "itinerary_times_overlap")
        expect(Itinerary.create(listOf(one, leg("V1", "SESTO", 2, "HKHKG", 3))).value.legs.size, 2)
    }

    @Test
    fun `An itinerary copies the list it is made of`() {
        val legs = mutableListOf(leg("V1", "HKHKG", 1, "SESTO", 2))
        val itinerary = Itinerary.create(legs).value
        legs.clear()
        expect(itinerary.legs.size, 1)
    }

    @Test
    fun `ITN-3, ITN-4 - the plan and the events it expects`() {
        expect(viaNewYork.plan.map { it.type }, listOf(RECEIVE, LOAD, UNLOAD, LOAD, UNLOAD, CLAIM))
        expect(viaNewYork.expects(event(CUSTOMS, "USNYC", 1)), true)
        expect(viaNewYork.expects(event(CUSTOMS, "DEHAM", 1)), false)
        expect(viaNewYork.expects(event(LOAD, "USNYC", 1, "V200")), true)
        expect(viaNewYork.expects(event(LOAD, "USNYC", 1, "V100")), false)
    }
}
