package cargo

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.Delivery
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingType.CLAIM
import cargo.domain.handling.HandlingType.CUSTOMS
import cargo.domain.handling.HandlingType.LOAD
import cargo.domain.handling.HandlingType.RECEIVE
import cargo.domain.handling.HandlingType.UNLOAD
import cargo.domain.shared.DomainFact

private fun Cargo.after(vararg events: HandlingEvent): Cargo = derivingDeliveryProgress(history(*events)).value

/** Returns the cargo as a later load would: the same state without raised facts. */
private fun Cargo.reloaded(): Cargo = storedAs(version + 1).value

private val received = event(RECEIVE, "CNHKG", 9)
private val loaded = event(LOAD, "CNHKG", 10, "V100")
private val unloaded = event(UNLOAD, "USNYC", 20, "V100")

internal fun cargoTests(suite: Suite) = with(suite) {
    test("CRG-1, RTE-2: a booking requires a deadline after now") {
        expect(Cargo.book(trackingId, customerId, specification(), at = day(60)).code, "deadline_not_in_future")
        val cargo = booked()
        expect(cargo.delivery.routingStatus, RoutingStatus.NOT_ROUTED)
        expect(cargo.delivery.transportStatus, TransportStatus.NOT_RECEIVED)
        expect(cargo.raisedFacts.map { it.type }, listOf("CargoBooked"))
    }
    test("DLV-1 to DLV-7: the delivery of a cargo, event by event") {
        val cargo = booked().assignedTo(viaNewYork).value
        expect(cargo.delivery.estimatedArrival, day(30))
        expect(cargo.delivery.nextExpectedActivity, viaNewYork.plan[0])
        val aboard = cargo.after(received, loaded)
        expect(aboard.delivery.currentVoyage, voyageNumber("V100"))
        expect(aboard.delivery.nextExpectedActivity, viaNewYork.plan[2])
        val cleared = cargo.after(received, loaded, unloaded, event(CUSTOMS, "USNYC", 21))
        expect(cleared.delivery.nextExpectedActivity, viaNewYork.plan[3])
        expect(cleared.delivery.unloadedAt, port("USNYC"))
    }
    test("DLV-4: a missed scan is tolerated, and an earlier entry isn't expected again") {
        val cargo = booked().assignedTo(viaNewYork).value
        expect(cargo.after(loaded).delivery.isMisdirected, false)
        expect(cargo.after(loaded, event(RECEIVE, "CNHKG", 11)).delivery.isMisdirected, true)
        expect(cargo.after(loaded, event(LOAD, "CNHKG", 11, "V100")).delivery.isMisdirected, true)
    }
    test("DLV-5: an expected event clears a misdirection; expected CUSTOMS doesn't") {
        val cargo = booked().assignedTo(viaNewYork).value
        val astray = event(UNLOAD, "DEHAM", 15, "V100")
        expect(cargo.after(received, loaded, astray).delivery.isMisdirected, true)
        expect(cargo.after(received, loaded, astray, event(CUSTOMS, "USNYC", 16)).delivery.isMisdirected, true)
        expect(cargo.after(received, loaded, astray, event(LOAD, "USNYC", 22, "V200")).delivery.isMisdirected, false)
    }
    test("DLV-3, CRG-2: rerouting clears a misdirection, in port and at sea") {
        val astray = booked().assignedTo(viaNewYork).value.after(received, loaded, event(UNLOAD, "DEHAM", 15, "V100"))
        expect(astray.assignedTo(viaNewYork).code, "itinerary_starts_elsewhere")
        val fromHamburg = itinerary(leg("V300", "DEHAM", 17, "SESTO", 25))
        val respecified = astray.specifyingNewRoute(specification(from = "DEHAM"), at = day(16)).value
        val again = respecified.assignedTo(fromHamburg).value
        expect(again.delivery.isMisdirected, false)
        expect(again.delivery.planPosition, 1)

        val atSea = booked().assignedTo(viaNewYork).value.after(received, loaded)
        val fromNewYork = itinerary(leg("V200", "USNYC", 22, "SESTO", 30))
        val turned = atSea.specifyingNewRoute(specification(from = "USNYC"), at = day(11)).value.assignedTo(fromNewYork).value
        expect(turned.delivery.planPosition, 0)
        expect(turned.delivery.nextExpectedActivity, unloaded.activity)
    }
    test("DLV-8: unloaded-at-destination stays true through CUSTOMS and is reset by LOAD") {
        val cargo = booked().assignedTo(viaNewYork).value
        val arrived = arrayOf(event(UNLOAD, "SESTO", 30, "V200"))
        expect(cargo.after(*arrived).delivery.isUnloadedAtDestination, true)
        expect(cargo.after(*arrived, event(CUSTOMS, "SESTO", 31)).delivery.isUnloadedAtDestination, true)
        expect(cargo.after(*arrived, event(LOAD, "SESTO", 31, "V9")).delivery.isUnloadedAtDestination, false)
    }
    test("DLV-9: neither the clock nor registration times affect a delivery") {
        fun delivery(registered: Int) =
            Delivery.derive(history(event(RECEIVE, "CNHKG", 2, registered = registered)), specification(), viaNewYork, routingStart = null)
        expect(delivery(registered = 2), delivery(registered = 9))
        expect(delivery(registered = 2).lastHandled?.completionTime, day(2))
    }
    test("CRG-3, CRG-4, CRG-5: a claimed cargo can't be changed") {
        val claimed = booked().after(event(CLAIM, "SESTO", 31))
        expect(claimed.assignedTo(viaNewYork).code, "cargo_already_claimed")
        expect(claimed.specifyingNewRoute(specification(), at = day(1)).code, "cargo_already_claimed")
        expect(claimed.changingDestination(port("SESTO"), at = day(1)).code, "cargo_already_claimed")
        expect(claimed.changingDeadline(day(1), at = day(2)).code, "cargo_already_claimed")
    }
    test("CRG-4: the new origin is where the cargo can next change its route") {
        expect(booked().changingDestination(port("SESTO"), at = day(1)).code, "destination_unchanged")
        expect(booked().changingDestination(port("CNHKG"), at = day(1)).code, "route_origin_is_destination")
        expect(booked().changingDestination(port("DEHAM"), at = day(60)).code, "deadline_not_in_future")
        expect(booked().after(event(LOAD, "CNHKG", 10, "V100")).changingDestination(port("DEHAM"), at = day(11)).code, "cargo_position_unknown")
        val atSea = booked().assignedTo(viaNewYork).value.after(received, loaded)
        val changed = atSea.changingDestination(port("DEHAM"), at = day(11)).value
        expect(changed.routeSpecification.origin, port("USNYC"))
        expect(changed.delivery.routingStatus, RoutingStatus.MISROUTED)
        expect(changed.changingDestination(port("FIHEL"), at = day(11)).value.routeSpecification.origin, port("USNYC"))
        expect(changed.raisedFacts.last(), DomainFact.DestinationChanged(changed.routeSpecification))
    }
    test("CRG-6: facts are raised in order, and only for changes") {
        val cargo = booked().assignedTo(viaNewYork).value.reloaded()
        val ashore = cargo.after(event(UNLOAD, "SESTO", 30, "V200")).reloaded()
        expect(cargo.after(event(UNLOAD, "SESTO", 30, "V200")).raisedFacts.map { it.type }, listOf("CargoHandled", "CargoArrived"))
        expect(ashore.after(event(UNLOAD, "SESTO", 30, "V200")).raisedFacts, emptyList())
        expect(
            cargo.after(event(CLAIM, "DEHAM", 31)).raisedFacts,
            listOf(
                DomainFact.CargoHandled(event(CLAIM, "DEHAM", 31).handled),
                DomainFact.CargoMisdirected(event(CLAIM, "DEHAM", 31).activity, viaNewYork.plan[0]),
                DomainFact.CargoClaimed(port("DEHAM")),
            ),
        )
        val astray = cargo.after(event(RECEIVE, "DEHAM", 2)).reloaded()
        expect(astray.after(event(RECEIVE, "DEHAM", 2), loaded).raisedFacts.map { it.type }, listOf("CargoHandled", "CargoBackOnTrack"))
    }
    test("CRG-7: the tracking id identifies a cargo; equality compares its whole state") {
        val cargo = booked()
        val routed = cargo.assignedTo(viaNewYork).value
        expect(cargo.isSameCargo(routed), true)
        expect(cargo == routed, false)
        expect(cargo, booked())
        expect(cargo.storedAs(1).value == cargo.storedAs(2).value, false)
        expect(cargo.storedAs(1).value.isSameCargo(cargo.storedAs(2).value), true)
    }
    test("DLV-10: a delivery that contradicts the rest of the record is rejected") {
        val cargo = booked().assignedTo(viaNewYork).value.after(received, loaded, unloaded)
        val sound = cargo.delivery.stored()
        fun reconstitute(stored: Delivery.Stored) = Cargo.reconstitute(
            trackingId, customerId, cargo.origin, cargo.routeSpecification, cargo.itinerary, cargo.routingStart, stored, 3,
        )
        expect(reconstitute(sound).code, null)
        val lies = listOf(
            sound.copy(transportStatus = TransportStatus.CLAIMED), sound.copy(transportStatus = null), sound.copy(routingStatus = RoutingStatus.MISROUTED),
            sound.copy(estimatedArrival = null), sound.copy(nextExpectedActivity = null), sound.copy(planPosition = 4), sound.copy(planPosition = null),
            sound.copy(planPosition = -1), sound.copy(planPosition = 7), sound.copy(isMisdirected = true), sound.copy(unloadedAt = null),
            sound.copy(lastHandled = null), sound.copy(lastKnownLocation = null), sound.copy(currentVoyage = voyageNumber("V100")),
            sound.copy(isUnloadedAtDestination = true), sound.copy(planPosition = 4294967299),
        )
        for (lie in lies) expect(reconstitute(lie).error.params.last().toString(), "Text(name=rule, text=DLV-10)")
    }
}
