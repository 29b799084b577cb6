package cargo

import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.Leg
import cargo.domain.cargo.RouteSpecification
import cargo.domain.handling.HandlingType.CLAIM
import cargo.domain.handling.HandlingType.CUSTOMS
import cargo.domain.handling.HandlingType.LOAD
import cargo.domain.handling.HandlingType.RECEIVE
import cargo.domain.handling.HandlingType.UNLOAD
import cargo.domain.shared.DomainFact
import cargo.domain.voyage.CarrierMovement
import cargo.domain.voyage.Schedule

internal fun routeTests(suite: Suite) = with(suite) {
    test("VOY-1: a movement arrives at another port, at a later time") {
        expect(CarrierMovement.create(port("CNHKG"), port("CNHKG"), day(2), day(1)).code, "movement_locations_equal")
        expect(CarrierMovement.create(port("CNHKG"), port("SESTO"), day(1), day(1)).code, "movement_times_invalid")
    }
    test("VOY-2, VOY-3: a schedule has 1 to 500 connected movements; connections are checked before times") {
        val there = movement("CNHKG", 1, "SESTO", 2)
        val back = movement("SESTO", 2, "CNHKG", 3)
        expect(Schedule.create(emptyList()).code, "schedule_empty")
        expect(Schedule.create(List(501) { there }).code, "schedule_too_long")
        expect(Schedule.create(listOf(there, back)).value.movements.size, 2)
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "CNHKG", 3))).code, "schedule_times_overlap")
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "CNHKG", 3), there)).code, "schedule_times_overlap")
        expect(Schedule.create(listOf(there, movement("SESTO", 1, "CNHKG", 3), back)).code, "schedule_not_connected")
    }
    test("VOY-4: rescheduling to an equal schedule changes nothing and raises no facts") {
        val voyage = voyage("V1", movement("CNHKG", 1, "SESTO", 2))
        expect(voyage.rescheduledTo(voyage("V1", movement("CNHKG", 1, "SESTO", 2)).schedule) === voyage, true)
        val later = voyage("V1", movement("CNHKG", 1, "SESTO", 3)).schedule
        expect(voyage.rescheduledTo(later).raisedFacts.single(), DomainFact.VoyageRescheduled(voyage.number, later))
    }
    test("RTE-1, LEG-1: origin and destination differ, and so do the ports of a leg") {
        expect(RouteSpecification.create(port("CNHKG"), port("cnhkg"), day(1)).code, "route_origin_is_destination")
        expect(Leg.create(voyageNumber("V"), port("CNHKG"), port("CNHKG"), day(1), day(1)).code, "leg_locations_equal")
        expect(Leg.create(voyageNumber("V"), port("CNHKG"), port("SESTO"), day(1), day(1)).code, "leg_times_invalid")
    }
    test("RTE-3: an itinerary satisfies a specification if it arrives strictly before the deadline") {
        expect(specification(deadline = 31).isSatisfiedBy(viaNewYork), true)
        expect(specification(deadline = 30).isSatisfiedBy(viaNewYork), false)
        expect(specification(from = "USNYC").isSatisfiedBy(viaNewYork), false)
        expect(specification(to = "USNYC").isSatisfiedBy(viaNewYork), false)
    }
    test("ITN-1, ITN-2: an itinerary has 1 to 100 connected legs") {
        val one = leg("V1", "CNHKG", 1, "SESTO", 2)
        expect(Itinerary.create(emptyList()).code, "itinerary_empty")
        expect(Itinerary.create(List(101) { one }).code, "itinerary_too_long")
        expect(Itinerary.create(listOf(one, one)).code, "itinerary_not_connected")
        expect(Itinerary.create(listOf(one, leg("V1", "SESTO", 1, "CNHKG", 3))).code, "itinerary_times_overlap")
        expect(Itinerary.create(listOf(one, leg("V1", "SESTO", 2, "CNHKG", 3))).value.legs.size, 2)
    }
    test("An itinerary copies the list it is made of") {
        val legs = mutableListOf(leg("V1", "CNHKG", 1, "SESTO", 2))
        val itinerary = Itinerary.create(legs).value
        legs.clear()
        expect(itinerary.legs.size, 1)
    }
    test("ITN-3, ITN-4: the plan and the events it expects") {
        expect(viaNewYork.plan.map { it.type }, listOf(RECEIVE, LOAD, UNLOAD, LOAD, UNLOAD, CLAIM))
        expect(viaNewYork.expects(event(CUSTOMS, "USNYC", 1)), true)
        expect(viaNewYork.expects(event(CUSTOMS, "DEHAM", 1)), false)
        expect(viaNewYork.expects(event(LOAD, "USNYC", 1, "V200")), true)
        expect(viaNewYork.expects(event(LOAD, "USNYC", 1, "V100")), false)
    }
}
