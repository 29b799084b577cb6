package io.github.cargokit.domain

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Hold
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.cargo.endedAt
import io.github.cargokit.domain.cargo.isClosed
import io.github.cargokit.domain.cargo.needs
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyageNumber
import org.junit.jupiter.api.Test

private fun Cargo.after(vararg events: HandlingEvent): Cargo = derivingDeliveryProgress(history(*events)).value

/** Returns the cargo as a later load would: the same state without raised facts. */
private fun Cargo.reloaded(): Cargo = storedAs(version + 1).value

private val changedHerMind = Reason.parse("Changed her mind").value
private val received = event(RECEIVE, "HKHKG", 9)
private val loaded = event(LOAD, "HKHKG", 10, "V100")
private val unloaded = event(UNLOAD, "USNYC", 20, "V100")

internal class CargoTests {
    @Test
    fun `CRG-1, RTE-2 - a booking requires a deadline after now`() {
        expect(Cargo.book(trackingId, customerId, specification(), at = day(60)).code, "deadline_not_in_future")
        val cargo = booked()
        expect(cargo.delivery.routingStatus, RoutingStatus.NOT_ROUTED)
        expect(cargo.delivery.transportStatus, TransportStatus.NOT_RECEIVED)
        expect(cargo.raisedFacts.map { it.type }, listOf("CargoBooked"))
    }

    @Test
    fun `DLV-1 to DLV-7 - the delivery of a cargo, event by event`() {
        val cargo = booked().assignedTo(viaNewYork).value
        expect(cargo.delivery.plannedArrival, day(30))
        expect(cargo.delivery.nextExpectedActivity, viaNewYork.plan[0])
        val aboard = cargo.after(received, loaded)
        expect(aboard.delivery.currentVoyage, voyageNumber("V100"))
        expect(aboard.delivery.nextExpectedActivity, viaNewYork.plan[2])
        val cleared = cargo.after(received, loaded, unloaded, event(CUSTOMS, "USNYC", 21))
        expect(cleared.delivery.nextExpectedActivity, viaNewYork.plan[3])
        expect(cleared.delivery.lastMove, unloaded.handled)
        expect(cleared.delivery.transportStatus, TransportStatus.IN_PORT)
    }

    @Test
    fun `DLV-1 - CUSTOMS moves nothing, before receipt, at sea and ashore`() {
        val cargo = booked().assignedTo(viaNewYork).value
        val early = cargo.after(event(CUSTOMS, "HKHKG", 8)).delivery
        expect(early.transportStatus to early.lastMove, TransportStatus.NOT_RECEIVED to null)
        expect(cargo.after(received, loaded, event(CUSTOMS, "USNYC", 15)).delivery.currentVoyage, voyageNumber("V100"))
    }

    @Test
    fun `DLV-4 - a missed scan, a repeat and a restow are tolerated, and an earlier entry isn't expected again`() {
        val cargo = booked().assignedTo(viaNewYork).value
        expect(cargo.after(loaded).delivery.isMisdirected, false)
        expect(cargo.after(loaded, event(RECEIVE, "HKHKG", 11)).delivery.isMisdirected, true)
        expect(cargo.after(loaded, event(LOAD, "HKHKG", 11, "V100")).delivery.isMisdirected, false)
        val restowed = cargo.after(loaded, event(LOAD, "DEHAM", 12, "V100")).delivery
        expect(restowed.isMisdirected to restowed.planPosition, false to 2)
        val claimed = cargo.after(event(UNLOAD, "SESTO", 30, "V9"), event(CLAIM, "SESTO", 31)).delivery
        expect(claimed.isMisdirected to claimed.planPosition, false to 6)
    }

    @Test
    fun `DLV-5 - an expected event clears a misdirection, expected CUSTOMS doesn't`() {
        val cargo = booked().assignedTo(viaNewYork).value
        val astray = event(UNLOAD, "DEHAM", 15, "V100")
        expect(cargo.after(received, loaded, astray).delivery.isMisdirected, true)
        expect(cargo.after(received, loaded, astray, event(CUSTOMS, "USNYC", 16)).delivery.isMisdirected, true)
        expect(cargo.after(received, loaded, astray, event(LOAD, "USNYC", 22, "V200")).delivery.isMisdirected, false)
    }

    @Test
    fun `DLV-3, CRG-2 - a route starts where the cargo is, in port and at sea, and the specification follows`() {
        val astray = booked().assignedTo(viaNewYork).value.after(received, loaded, event(UNLOAD, "DEHAM", 15, "V100"))
        expect(
            astray.assignedTo(viaNewYork).error,
            DomainError.itineraryStartsElsewhere(port("HKHKG"), port("DEHAM"), voyageNumber = null),
        )
        val again = astray.reloaded().assignedTo(itinerary(leg("V300", "DEHAM", 17, "SESTO", 25))).value
        expect(again.delivery.isMisdirected, false)
        expect(again.delivery.planPosition, 1)
        expect(again.raisedFacts.map { it.type }, listOf("RouteRespecified", "CargoRouted", "CargoBackOnTrack"))

        val atSea = booked().assignedTo(viaNewYork).value.after(received, loaded)
        val offAnotherShip = itinerary(leg("V101", "HKHKG", 11, "SESTO", 30))
        expect(
            atSea.assignedTo(offAnotherShip).error,
            DomainError.itineraryStartsElsewhere(port("HKHKG"), port("HKHKG"), voyageNumber("V100")),
        )
        val viaHamburg = itinerary(leg("V100", "HKHKG", 10, "DEHAM", 19), leg("V300", "DEHAM", 20, "SESTO", 25))
        val turned = atSea.assignedTo(viaHamburg).value
        expect(turned.delivery.planPosition, 2)
        expect(turned.routingStart, loaded.handled)
    }

    @Test
    fun `DLV-3 - a routing start that is taken back is replaced by the move before it`() {
        val routed = booked().after(received, event(UNLOAD, "HKHKG", 11, "V9")).assignedTo(
            itinerary(leg("V300", "HKHKG", 17, "SESTO", 25)),
        ).value
        expect(routed.after(received).routingStart, received.handled)
        expect(routed.after().routingStart, null)
    }

    @Test
    fun `DLV-8 - unloaded-at-destination stays true through CUSTOMS and is reset by LOAD`() {
        val cargo = booked().assignedTo(viaNewYork).value
        val arrived = arrayOf(event(UNLOAD, "SESTO", 30, "V200"))
        expect(cargo.after(*arrived).delivery.isUnloadedAtDestination, true)
        expect(cargo.after(*arrived, event(CUSTOMS, "SESTO", 31)).delivery.isUnloadedAtDestination, true)
        expect(cargo.after(*arrived, event(LOAD, "SESTO", 31, "V9")).delivery.isUnloadedAtDestination, false)
    }

    @Test
    fun `DLV-9 - neither the clock nor registration times affect a delivery`() {
        fun delivery(registered: Int) =
            Delivery.derive(
                history(event(RECEIVE, "HKHKG", 2, registered = registered)),
                specification(),
                viaNewYork,
                routingStart = null,
            )
        expect(delivery(registered = 2), delivery(registered = 9))
        expect(delivery(registered = 2).lastHandled?.completionTime, day(2))
    }

    @Test
    fun `CRG-2, CRG-3, CRG-4, CRG-5 - a claimed or cancelled cargo can't be changed`() {
        val claimed = booked().after(event(CLAIM, "SESTO", 31))
        val cancelled = booked().cancelled(changedHerMind, at = day(1)).value
        for ((cargo, code) in listOf(claimed to "cargo_already_claimed", cancelled to "cargo_cancelled")) {
            expect(cargo.assignedTo(viaNewYork).code, code)
            expect(cargo.specifyingNewRoute(specification(), at = day(1)).code, code)
            expect(cargo.changingDestination(port("SESTO")).code, code)
            expect(cargo.changingDeadline(day(1), at = day(2)).code, code)
        }
    }

    @Test
    fun `CRG-0 - what is already so changes nothing, even after the deadline`() {
        val cargo = booked().assignedTo(viaNewYork).value.reloaded()
        expect(cargo.assignedTo(viaNewYork).value === cargo, true)
        expect(cargo.specifyingNewRoute(specification(), at = day(99)).value === cargo, true)
        expect(cargo.changingDestination(port("SESTO")).value === cargo, true)
        expect(cargo.changingDeadline(day(60), at = day(99)).value === cargo, true)
        expect(cargo.reinstated(at = day(99)).value === cargo, true)
        val moved = cargo.after(received)
        expect(moved.assignedTo(viaNewYork).value === moved, false)
    }

    @Test
    fun `CRG-0 - the same route again changes a cargo whose stored position is another one`() {
        val cargo = booked().after(received).assignedTo(viaNewYork).value
        val ahead = cargo.delivery.stored().copy(planPosition = 3, nextExpectedActivity = viaNewYork.plan[3])
        val stored = with(cargo) {
            Cargo.reconstitute(
                trackingId, customerId, origin, routeSpecification, itinerary, routingStart, ahead, estimate,
                cancellation, references, promisedArrival, holds, pickUpBy, 1,
            ).value
        }
        val again = stored.assignedTo(viaNewYork).value
        expect(again.delivery.planPosition, 1)
        expect(again.raisedFacts, listOf(DomainFact.CargoRouted(viaNewYork)))
        expect(cargo.assignedTo(viaNewYork).value === cargo, true)
    }

    @Test
    fun `CRG-4 - the new origin is where the cargo can next change its route, unless that is the new destination`() {
        expect(booked().changingDestination(port("HKHKG")).code, "route_origin_is_destination")
        val atSea = booked().assignedTo(viaNewYork).value.after(received, loaded)
        val changed = atSea.changingDestination(port("DEHAM")).value
        expect(changed.routeSpecification.origin, port("USNYC"))
        expect(changed.delivery.routingStatus, RoutingStatus.MISROUTED)
        expect(changed.raisedFacts.last(), DomainFact.DestinationChanged(changed.routeSpecification))
        expect(atSea.changingDestination(port("USNYC")).value.routeSpecification.origin, port("HKHKG"))
        val ashore = booked().after(event(UNLOAD, "DEHAM", 15, "V9"))
        expect(ashore.changingDestination(port("HKHKG")).value.routeSpecification.origin, port("DEHAM"))
        expect(
            ashore.changingDestination(port("DEHAM")).value.delivery.nextExpectedActivity,
            HandlingActivity.claim(at = port("DEHAM")),
        )
    }

    @Test
    fun `CRG-8, CRG-11 - a booking is cancelled before receipt, once, and reinstated`() {
        val cancelled = booked().reloaded().cancelled(changedHerMind, at = day(2)).value
        expect(cancelled.raisedFacts, listOf(DomainFact.CargoCancelled(changedHerMind)))
        expect(cancelled.cancellation, Cancellation(day(2), changedHerMind))
        expect(cancelled.cancelled(Reason.parse("Again").value, at = day(3)).value === cancelled, true)
        expect(booked().after(received).cancelled(changedHerMind, at = day(9)).code, "cargo_already_received")
        expect(
            booked().after(event(CLAIM, "SESTO", 31)).cancelled(changedHerMind, at = day(31)).code,
            "cargo_already_claimed",
        )
        expect(booked().after(event(CUSTOMS, "HKHKG", 8)).cancelled(changedHerMind, at = day(9)).code, null)

        expect(cancelled.reinstated(at = day(3)).value.raisedFacts.last(), DomainFact.CargoReinstated)
        expect(cancelled.reinstated(at = day(3)).value.cancellation, null)
        expect(cancelled.reinstated(at = day(60)).code, "deadline_not_in_future")
        expect(cancelled.after(received).reinstated(at = day(60)).code, null)
        expect(cancelled.after(event(CLAIM, "SESTO", 31)).reinstated(at = day(3)).code, "cargo_already_claimed")
    }

    @Test
    fun `CRG-10 - an announcement raises what differs from the last one, which is as planned at first`() {
        val cargo = booked().assignedTo(viaNewYork).value.reloaded()
        expect(booked().announcing(Estimate()).code, "cargo_not_routed")
        expect(cargo.announcing(Estimate(estimatedArrival = day(30))).value.raisedFacts, emptyList())
        val late = cargo.announcing(Estimate(estimatedArrival = day(34))).value
        expect(late.raisedFacts, listOf(DomainFact.EstimatedArrivalChanged(day(34), day(30), previous = day(30))))
        val missed =
            Disruption.create(1, port("USNYC"), Disruption.Reason.CONNECTION_MISSED, voyageNumber("V200")).value
        val disrupted = late.reloaded().announcing(Estimate(missed)).value
        expect(
            disrupted.raisedFacts,
            listOf(DomainFact.EstimatedArrivalChanged(null, day(30), day(34)), DomainFact.RouteDisrupted(missed)),
        )
        val restored = disrupted.reloaded().announcing(Estimate(estimatedArrival = day(30))).value
        expect(restored.raisedFacts.map { it.type }, listOf("EstimatedArrivalChanged", "RouteRestored"))
        expect(restored.estimate, null)
        expect(disrupted.assignedTo(itinerary(leg("V9", "HKHKG", 12, "SESTO", 25))).value.estimate, null)
    }

    @Test
    fun `CRG-6, CRG-9 - facts are raised in order, and only for changes`() {
        val cargo = booked().assignedTo(viaNewYork).value.reloaded()
        val ashore = cargo.after(event(UNLOAD, "SESTO", 30, "V200")).reloaded()
        expect(
            cargo.after(event(UNLOAD, "SESTO", 30, "V200")).raisedFacts.map { it.type },
            listOf("CargoHandled", "CargoArrived"),
        )
        expect(ashore.after(event(UNLOAD, "SESTO", 30, "V200")).raisedFacts, emptyList())
        expect(
            cargo.after(event(CLAIM, "DEHAM", 31)).raisedFacts,
            listOf(
                DomainFact.CargoHandled(event(CLAIM, "DEHAM", 31).handled),
                DomainFact.CargoMisdirected(event(CLAIM, "DEHAM", 31).activity, viaNewYork.plan[0]),
                DomainFact.CargoClaimed(port("DEHAM")),
            ),
        )
        expect(ashore.after().raisedFacts, listOf(DomainFact.CargoHandled(null)))
        val astray = cargo.after(event(RECEIVE, "DEHAM", 2)).reloaded()
        expect(
            astray.after(event(RECEIVE, "DEHAM", 2), loaded).raisedFacts.map { it.type },
            listOf("CargoHandled", "CargoBackOnTrack"),
        )
    }

    @Test
    fun `CRG-7 - the tracking id identifies a cargo, equality compares its whole state`() {
        val cargo = booked()
        val routed = cargo.assignedTo(viaNewYork).value
        expect(cargo.isSameCargo(routed), true)
        expect(cargo == routed, false)
        expect(cargo, booked())
        expect(cargo.storedAs(1).value == cargo.storedAs(2).value, false)
        expect(cargo.storedAs(1).value.isSameCargo(cargo.storedAs(2).value), true)
    }

    @Test
    fun `CRG-12 - the first arrival stays promised until the destination changes`() {
        val cargo = booked().assignedTo(viaNewYork).value
        expect(booked().promisedArrival to cargo.promisedArrival, null to day(30))
        val slow = itinerary(leg("V300", "HKHKG", 11, "SESTO", 40))
        val rerouted = cargo.assignedTo(slow).value.changingDeadline(day(70), at = day(1)).value
            .specifyingNewRoute(specification(from = "USNYC"), at = day(1)).value
        expect(rerouted.promisedArrival, day(30))
        expect(rerouted.changingDestination(port("DEHAM")).value.promisedArrival, null)
        val elsewhere = rerouted.specifyingNewRoute(specification(to = "DEHAM"), at = day(1)).value
        expect(elsewhere.promisedArrival, null)
        val again = elsewhere.assignedTo(itinerary(leg("V300", "HKHKG", 11, "DEHAM", 35))).value
        expect(again.promisedArrival, day(35))
    }

    @Test
    fun `CRG-0, CRG-12 - the same route again promises nothing`() {
        val older = with(booked().assignedTo(viaNewYork).value) {
            Cargo.reconstitute(
                trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(),
                estimate, cancellation, references, promisedArrival = null, holds, pickUpBy, version = 1,
            ).value
        }
        expect(older.assignedTo(viaNewYork).value === older, true)
    }

    @Test
    fun `DLV-3, HND-4 - a routing start stands where its event does, or where it would without a correction`() {
        val load = event(LOAD, "HKHKG", 10, "V100")
        val unload = event(UNLOAD, "DEHAM", 10, "V100")
        val after = itinerary(leg("V300", "DEHAM", 11, "SESTO", 35))
        val cargo = booked().after(received, load, unload).assignedTo(after).value
        expect(cargo.routingStart, unload.handled)
        val all = history(received, load, unload)
        expect(cargo.derivingDeliveryProgress(all).value.expectations(all).value, List(3) { true })
        // Without the unload, the load at its time is greater, and is judged.
        val retracted = cargo.after(received, load)
        expect(retracted.routingStart, received.handled)
        expect(retracted.expectations(history(received, load)).value, listOf(true, false))
    }

    @Test
    fun `CRG-13 - a leg that isn't loaded goes on another voyage, and is derived again`() {
        val cargo = booked().assignedTo(viaNewYork).value.reloaded()
        val moved = cargo.substitutingVoyage(0, voyageNumber("V900"), history()).value
        expect(moved.itinerary?.legs?.first(), leg("V900", "HKHKG", 10, "USNYC", 20))
        expect(moved.itinerary?.legs?.last(), viaNewYork.legs.last())
        expect(
            moved.raisedFacts.single(),
            DomainFact.VoyageSubstituted(leg = 0, previous = voyageNumber("V100"), voyageNumber("V900")),
        )
        expect(moved.promisedArrival, day(30))
        expect(cargo.substitutingVoyage(0, voyageNumber("V100"), history(received)).value === cargo, true)

        // What was a misdirection is on the route now.
        val onto = history(received, event(LOAD, "HKHKG", 10, "V900"))
        val astray = cargo.derivingDeliveryProgress(onto).value.reloaded()
        expect(astray.delivery.isMisdirected, true)
        val found = astray.substitutingVoyage(0, voyageNumber("V900"), onto).value
        expect(found.delivery.nextExpectedActivity, found.itinerary?.plan?.get(2))
        expect(found.raisedFacts.map { it.type }, listOf("VoyageSubstituted", "CargoBackOnTrack"))
        val unseen = cargo.substitutingVoyage(0, voyageNumber("V900"), onto).value
        expect(unseen.raisedFacts.map { it.type }, listOf("VoyageSubstituted", "CargoHandled"))
    }

    @Test
    fun `CRG-13 - a substitution is refused in order`() {
        val cargo = booked().assignedTo(viaNewYork).value
        fun Cargo.substituting(leg: Long) = substitutingVoyage(leg, voyageNumber("V900"), history())
        val other = HandlingHistory.empty(TrackingId.parse("OTHER").value)
        expect(booked().substitutingVoyage(9, voyageNumber("V900"), other).code, "handling_of_other_cargo")
        expect(cargo.cancelled(changedHerMind, at = day(2)).value.substituting(9).code, "cargo_cancelled")
        expect(cargo.after(received, event(CLAIM, "SESTO", 31)).substituting(9).code, "cargo_already_claimed")
        expect(booked().substituting(9).code, "cargo_not_routed")
        for (leg in listOf(-1L, 2L, 4_294_967_296L)) {
            expect(cargo.substituting(leg).error, DomainError.invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, "$leg"))
        }
        val aboard = cargo.after(received, loaded)
        expect(aboard.substituting(0).code, "leg_already_loaded")
        expect(aboard.substitutingVoyage(0, voyageNumber("V100"), history()).code, "leg_already_loaded")
        expect(aboard.substituting(1).code, null)
        expect(cargo.firstLegToLoad(voyageNumber("V100"), port("HKHKG")), 0)
        expect(aboard.firstLegToLoad(voyageNumber("V100"), port("HKHKG")), null)
        expect(aboard.firstLegToLoad(voyageNumber("V200"), port("HKHKG")), null)
        expect(booked().firstLegToLoad(voyageNumber("V200"), port("USNYC")), null)
    }

    @Test
    fun `CRG-14 - the time to pick up a cargo changes until it is claimed or cancelled`() {
        val cargo = booked().settingPickUpBy(day(1)).value
        expect(cargo.raisedFacts.last(), DomainFact.PickUpDeadlineChanged(day(1)))
        expect(cargo.settingPickUpBy(day(1)).value === cargo, true)
        val removed = cargo.settingPickUpBy(null).value
        expect(removed.pickUpBy to removed.raisedFacts.last(), null to DomainFact.PickUpDeadlineChanged(null))
        expect(removed.settingPickUpBy(null).value === removed, true)
        expect(cargo.cancelled(changedHerMind, at = day(2)).value.settingPickUpBy(day(1)).code, "cargo_cancelled")
        expect(cargo.after(received, event(CLAIM, "SESTO", 31)).settingPickUpBy(null).code, "cargo_already_claimed")
    }

    @Test
    fun `CRG-15, CRG-16 - a cargo has one hold of each type, in order, and keeps it until it is released`() {
        for (type in HoldType.entries) expect(HoldType.parse(type.name).value, type)
        for (bad in listOf("", "customs", "POLICE")) expect(HoldType.parse(bad).code, "hold_type_invalid")
        val held = listOf(HoldType.TERMINAL, HoldType.CARRIER, HoldType.CUSTOMS).fold(booked()) { cargo, type ->
            cargo.placingHold(type, changedHerMind, at = day(2)).value
        }
        expect(held.holds.map { it.type.name }, listOf("CARRIER", "CUSTOMS", "TERMINAL"))
        expect(held.holds.first(), Hold(HoldType.CARRIER, changedHerMind, day(2)))
        expect(held.raisedFacts.last(), DomainFact.CargoHeld(HoldType.CUSTOMS, changedHerMind))
        expect(held.placingHold(HoldType.CUSTOMS, Reason.parse("Else").value, at = day(3)).value === held, true)
        expect(held.needs, listOf(AttentionReason.UNROUTED, AttentionReason.HELD))

        val claimed = held.after(received, event(CLAIM, "SESTO", 31))
        expect(claimed.holds.size to claimed.needs, 3 to emptyList())
        expect(claimed.placingHold(HoldType.OTHER, changedHerMind, at = day(32)).code, "cargo_already_claimed")
        val cancelled = held.cancelled(changedHerMind, at = day(2)).value
        expect(cancelled.placingHold(HoldType.CUSTOMS, changedHerMind, at = day(3)).code, "cargo_cancelled")
        expect(AttentionReason.HELD in cancelled.needs, false)
        for (cargo in listOf(held, claimed, cancelled)) {
            val released = cargo.releasingHold(HoldType.CUSTOMS)
            expect(released.holds.map { it.type.name }, listOf("CARRIER", "TERMINAL"))
            expect(released.raisedFacts.last(), DomainFact.CargoReleased(HoldType.CUSTOMS))
            expect(released.releasingHold(HoldType.CUSTOMS) === released, true)
        }
    }

    @Test
    fun `CRG-15 - a stored cargo has its holds in order, one of each type`() {
        fun restored(vararg types: HoldType) = with(booked()) {
            Cargo.reconstitute(
                trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(),
                estimate, cancellation, references, promisedArrival = day(9),
                types.map { Hold(it, changedHerMind, day(2)) }, pickUpBy, version = 1,
            )
        }
        expect(restored(HoldType.CARRIER, HoldType.TERMINAL).code, null)
        for (bad in listOf(listOf(HoldType.OTHER, HoldType.CARRIER), listOf(HoldType.OTHER, HoldType.OTHER))) {
            expect(restored(*bad.toTypedArray()).error, DomainError.rule(DomainError.Code.HOLDS_INVALID))
        }
    }

    @Test
    fun `CRG-17 - a claimed or cancelled cargo is closed 90 days after the last that happened to it`() {
        val claim = event(CLAIM, "SESTO", 31, registered = 32)
        val past = history(received, claim)
        val claimed = booked().after(received, claim)
        expect(claimed.endedAt(past), day(32))
        expect(claimed.isClosed(at = day(122), past), true)
        expect(claimed.isClosed(at = day(122).advancedBy(-1).value, past), false)
        expect(claimed.isClosed(at = day(39), past, days = 7), true)
        expect(claimed.isClosed(at = day(39), past, days = 8), false)
        // What ends in the future isn't closed, however few days are asked for.
        expect(claimed.isClosed(at = day(31), past, days = -1), false)
        expect(claimed.isClosed(at = day(32), past, days = 0), true)

        // A late event opens the cargo again, and so does the retraction of the claim.
        val late = history(received, event(CUSTOMS, "SESTO", 31, registered = 100), claim)
        expect(claimed.isClosed(at = day(122), late), false)
        expect(claimed.isClosed(at = day(190), late), true)
        expect(claimed.after(received).endedAt(history(received)), null)
        // A store that lost events still has the last activity.
        expect(claimed.endedAt(history()), day(31))

        val cancelled = booked().cancelled(changedHerMind, at = day(5)).value
        expect(cancelled.endedAt(history()), day(5))
        expect(cancelled.after(event(CUSTOMS, "HKHKG", 3, registered = 6)).endedAt(history()), day(5))
        expect(booked().isClosed(at = day(999), history()), false)
    }

    @Test
    fun `CRG-17 - a closed cargo goes into an archive as it is`() {
        val archive = ArchiveName.parse("2026-01").value
        val past = history(received, event(CLAIM, "SESTO", 31))
        val claimed = booked().after(*past.events.toTypedArray()).reloaded()
        val archived = claimed.archived(archive, at = day(121), past).value
        expect(archived, claimed)
        expect(archived.raisedFacts, listOf(DomainFact.CargoArchived(archive)))
        val notClosed = DomainError.rule(DomainError.Code.CARGO_NOT_CLOSED)
        expect(claimed.archived(archive, at = day(120), past).error, notClosed)
        expect(claimed.archived(archive, at = day(38), past, days = 8).error, notClosed)
        expect(claimed.archived(archive, at = day(38), past, days = 7).code, null)
        val others = HandlingHistory.empty(TrackingId.parse("OTHER1").value)
        expect(claimed.archived(archive, at = day(120), others).code, "handling_of_other_cargo")
    }

    @Test
    fun `CRG-18 - an erased cargo says nothing of its customer, and still what happened where and when`() {
        val pseudonym = CustomerId.parse("ERASED-1").value
        val cargo = booked().assignedTo(viaNewYork).value.adding(reference).value
            .placingHold(HoldType.FREIGHT, changedHerMind, at = day(2)).value
            .placingHold(HoldType.CUSTOMS, changedHerMind, at = day(3)).value
            .cancelled(changedHerMind, at = day(4)).value.after(received, loaded).reloaded()
        val erased = cargo.erasingCustomer(pseudonym)
        expect(erased.raisedFacts, listOf(DomainFact.CustomerErased(pseudonym)))
        expect(erased.customerId, pseudonym)
        expect(erased.references, emptyList())
        expect(erased.cancellation, Cancellation(day(4), Reason.ERASED))
        expect(
            erased.holds,
            listOf(Hold(HoldType.CUSTOMS, Reason.ERASED, day(3)), Hold(HoldType.FREIGHT, Reason.ERASED, day(2))),
        )
        expect(erased.delivery to erased.itinerary, cargo.delivery to cargo.itinerary)
        expect(erased.promisedArrival to erased.version, cargo.promisedArrival to cargo.version)
        expect(erased.erasingCustomer(pseudonym) === erased, true)
        expect(Reason.parse(Reason.ERASED.text).value, Reason.ERASED)
        // The customer goes even if nothing else says anything of them.
        expect(booked().reloaded().erasingCustomer(pseudonym).raisedFacts, listOf(DomainFact.CustomerErased(pseudonym)))
    }

    @Test
    fun `REF-2, REF-3 - references stand in order, at most 100, and raise what was added`() {
        fun reference(type: ReferenceType, value: String) = CargoReference.create(type, value).value
        val sorted = listOf(
            reference(ReferenceType.CONTAINER, "CSQU3054383"), reference(ReferenceType.BILL_OF_LADING, "APLU-0042 7"),
            reference(ReferenceType.BOOKING, "ABC709951"), reference(ReferenceType.CUSTOMER, "\uFF5E"),
            reference(ReferenceType.CUSTOMER, "\uD83D\uDE00"),
        )
        for (order in listOf(sorted, sorted.reversed())) {
            expect(order.fold(booked()) { cargo, next -> cargo.adding(next).value }.references, sorted)
        }
        val once = booked().storedAs(1).value.adding(sorted[0]).value
        expect(once.raisedFacts, listOf(DomainFact.ReferenceAdded(sorted[0])))
        expect(once.adding(sorted[0]).value === once, true)
        val full = (0 until 100).fold(booked()) { cargo, number ->
            cargo.adding(reference(ReferenceType.BOOKING, "B$number")).value
        }
        expect(full.adding(sorted[0]).code, "references_too_many")
        expect(full.adding(reference(ReferenceType.BOOKING, "B7")).value === full, true)
    }

    @Test
    fun `REF-3 - a cargo in a box isn't put into another until it is taken out`() {
        fun reference(type: ReferenceType, value: String) = CargoReference.create(type, value).value
        val boxes = listOf(
            reference(ReferenceType.CONTAINER, "CSQU3054383"), reference(ReferenceType.CONTAINER, "MSKU1234565"),
            reference(ReferenceType.EQUIPMENT, "BOX 7/1"), reference(ReferenceType.EQUIPMENT, "MSKU1234565"),
        )
        for (first in boxes) for (second in boxes) {
            val cargo = booked().adding(first).value
            if (first == second) expect(cargo.adding(second).value === cargo, true)
            else expect(cargo.adding(second).code, "container_already_assigned")
            expect(cargo.removing(first).adding(second).value.references, listOf(second))
        }
        val full = (0 until 99).fold(booked().adding(boxes[0]).value) { cargo, number ->
            cargo.adding(reference(ReferenceType.BOOKING, "B$number")).value
        }
        expect(full.adding(boxes[2]).code, "references_too_many")
    }

    @Test
    fun `REF-3, REF-4 - references are added and removed whatever the state`() {
        val booking = CargoReference.create(ReferenceType.BOOKING, "ABC709951").value
        val claimed = booked().after(received, event(CLAIM, "SESTO", 31)).storedAs(4).value
        val cancelled = booked().cancelled(Reason.parse("Sold").value, at = day(2)).value.storedAs(2).value
        for (cargo in listOf(claimed, cancelled)) {
            val removed = cargo.adding(booking).value.storedAs(5).value.removing(booking)
            expect(removed.references, emptyList())
            expect(removed.raisedFacts, listOf(DomainFact.ReferenceRemoved(booking)))
            expect(cargo.removing(booking) === cargo, true)
        }
    }

    @Test
    fun `DLV-10 - a delivery that contradicts the rest of the record is rejected`() {
        val cargo = booked().assignedTo(viaNewYork).value.after(received, loaded, unloaded)
        val sound = cargo.delivery.stored()
        fun reconstitute(stored: Delivery.Stored) = Cargo.reconstitute(
            trackingId, customerId, cargo.origin, cargo.routeSpecification, cargo.itinerary, cargo.routingStart, stored,
            estimate = null, cancellation = null, references = emptyList(), promisedArrival = null, holds = emptyList(),
            pickUpBy = null, version = 3,
        )
        expect(reconstitute(sound).code, null)
        val lies = listOf(
            sound.copy(transportStatus = TransportStatus.CLAIMED), sound.copy(transportStatus = null),
            sound.copy(routingStatus = RoutingStatus.MISROUTED),
            sound.copy(plannedArrival = null), sound.copy(nextExpectedActivity = null), sound.copy(planPosition = 4),
            sound.copy(planPosition = null),
            sound.copy(planPosition = -1), sound.copy(planPosition = 7), sound.copy(isMisdirected = true),
            sound.copy(lastMove = null), sound.copy(lastMove = received.handled),
            sound.copy(lastHandled = null), sound.copy(lastKnownLocation = null),
            sound.copy(currentVoyage = voyageNumber("V100")),
            sound.copy(isUnloadedAtDestination = true), sound.copy(planPosition = 4294967299),
        )
        for (lie in lies) expect(reconstitute(lie).error.params.last().toString(), "Text(name=rule, text=DLV-10)")
    }
}
