package io.github.cargokit.domain

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Disruption.Reason.CONNECTION_MISSED
import io.github.cargokit.domain.cargo.Disruption.Reason.VOYAGE_DOES_NOT_CALL
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.domain.cargo.overdueSince
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.voyage.PortCallEnd.ARRIVAL
import io.github.cargokit.domain.voyage.PortCallEnd.DEPARTURE
import io.github.cargokit.domain.voyage.PortCallStatus.ACTUAL
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reported
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import org.junit.jupiter.api.Test

private val asPlanned100 = voyage("V100", movement("HKHKG", 10, "USNYC", 20))
private val asPlanned200 = voyage("V200", movement("USNYC", 22, "SESTO", 30))

private val received = event(RECEIVE, "HKHKG", 9)
private val loaded = event(LOAD, "HKHKG", 10, "V100")
private val unloaded = event(UNLOAD, "USNYC", 21, "V100")

private fun routed(deadline: Int = 60): Cargo =
    Cargo.book(
        trackingId,
        customerId,
        specification(deadline = deadline),
        at = day(1),
    ).value.assignedTo(viaNewYork).value

private fun outlook(
    vararg events: HandlingEvent,
    first: Voyage? = asPlanned100,
    second: Voyage? = asPlanned200,
): Outlook =
    routed().outlook(history(*events), listOfNotNull(first, second)).value

private fun Outlook.times(): List<List<Instant?>> =
    legs.map { listOf(it.actualLoadTime, it.actualUnloadTime, it.estimatedLoadTime, it.estimatedUnloadTime) }

private fun disruption(leg: Long, at: String, reason: Disruption.Reason, voyage: String) =
    Disruption.create(leg, port(at), reason, voyageNumber(voyage)).value

internal class EstimateTests {
    @Test
    fun `EST-1 - an entry of the plan has the time of the scan that moved the position past it, and none if that was missed`() {
        expect(outlook(received, loaded, unloaded).times()[0], listOf(day(10), day(21), null, null))
        expect(outlook(unloaded).times()[0], listOf(null, day(21), null, null))
        val again = event(LOAD, "HKHKG", 11, "V100")
        expect(outlook(received, loaded, again).times()[0], listOf(day(10), null, null, day(20)))
    }

    @Test
    fun `EST-2 - a leg takes the calls nearest to its times`() {
        val twice = voyage(
            "V100",
            movement("HKHKG", 1, "USNYC", 5),
            movement("USNYC", 6, "HKHKG", 11),
            movement("HKHKG", 12, "USNYC", 21),
        )
        expect(outlook(first = twice).times()[0], listOf(null, null, day(12), day(21)))
        // OnboardPosition, the first arrival ahead counts if the ship no longer shows the call it left from.
        val ahead = voyage(
            "V100",
            movement("DEHAM", 15, "USNYC", 21),
            movement("USNYC", 22, "HKHKG", 40),
            movement("HKHKG", 41, "USNYC", 50),
        )
        expect(outlook(received, loaded, first = ahead).times()[0], listOf(day(10), null, null, day(21)))
        expect(outlook(first = null).times()[0], listOf(null, null, null, null))
    }

    @Test
    fun `EST-2 - a leg takes the times of the forecast`() {
        val late = asPlanned100.reported("HKHKG", DEPARTURE, 13, ACTUAL)
        expect(outlook(first = late).times()[0], listOf(null, null, day(13), day(23)))
        expect(outlook(first = late).estimate, Estimate(disruption(1, "USNYC", CONNECTION_MISSED, "V200")))
        expect(outlook(received, loaded, first = late).times()[0], listOf(day(10), null, null, day(23)))
    }

    @Test
    fun `EST-4, CRG-12 - a delay is counted from the first promise`() {
        val detour = itinerary(leg("V300", "HKHKG", 11, "SESTO", 35))
        val rerouted = routed().assignedTo(detour).value
        expect(rerouted.arrivalDelay(Estimate(estimatedArrival = day(36))), 6 * 86_400_000L)
        val older = rerouted.changingDestination(port("USNYC")).value
        expect(older.promisedArrival, null)
        expect(older.arrivalDelay(Estimate(estimatedArrival = day(36))), 86_400_000L)
        expect(booked().arrivalDelay(Estimate(estimatedArrival = day(36))), null)
    }

    @Test
    fun `EST-3 - the first leg that can't be followed disrupts the route, to arrive at the instant of departure is in time`() {
        fun arriving(day: Int) =
            outlook(received, loaded, first = voyage("V100", movement("HKHKG", 10, "USNYC", day))).estimate
        expect(arriving(22).disruption, null)
        expect(arriving(23), Estimate(disruption(1, "USNYC", CONNECTION_MISSED, "V200")))
        expect(
            outlook(received, loaded, event(UNLOAD, "USNYC", 23, "V100")).estimate.disruption,
            disruption(1, "USNYC", CONNECTION_MISSED, "V200"),
        )
        expect(outlook(second = null).estimate.disruption, disruption(1, "USNYC", VOYAGE_DOES_NOT_CALL, "V200"))
        val diverted = voyage("V100", movement("HKHKG", 10, "DEHAM", 20))
        expect(
            outlook(received, loaded, first = diverted).estimate.disruption,
            disruption(0, "USNYC", VOYAGE_DOES_NOT_CALL, "V100"),
        )
        expect(outlook(first = diverted).estimate.disruption, disruption(0, "HKHKG", VOYAGE_DOES_NOT_CALL, "V100"))
    }

    @Test
    fun `EST-4 - the arrival is the last unload, as it is or as it is estimated, and none for a misdirected cargo`() {
        expect(outlook().estimate, Estimate(estimatedArrival = day(30)))
        val slow = outlook(second = voyage("V200", movement("USNYC", 22, "SESTO", 34))).estimate
        expect(slow.estimatedArrival to routed().arrivalDelay(slow), day(34) to 4 * 86_400_000L)
        expect(outlook(event(UNLOAD, "SESTO", 29, "V200")).estimate.estimatedArrival, day(29))
        // Only the scan was missed: the ship was late all the same.
        val claimed = event(CLAIM, "SESTO", 40)
        val late = asPlanned200.reported("SESTO", ARRIVAL, 34, ACTUAL)
        expect(outlook(claimed, second = late).estimate.estimatedArrival, day(34))
        expect(outlook(claimed, second = null).estimate.estimatedArrival, day(30))
        expect(outlook(event(UNLOAD, "DEHAM", 15, "V100")).estimate.estimatedArrival, null)
        expect(booked().outlook(history(), emptyList()).code, "cargo_not_routed")
    }

    @Test
    fun `EST-5 - a cargo that arrives at its deadline is late`() {
        expect(Estimate(estimatedArrival = day(60)).isLate(specification()), true)
        expect(Estimate(estimatedArrival = day(59)).isLate(specification()), false)
        expect(Estimate().isLate(specification()), false)
    }

    @Test
    fun `EST-6 - a cargo is overdue after the time at which its next scan was expected`() {
        fun overdueSince(vararg events: HandlingEvent, now: Int, second: Voyage? = asPlanned200): Instant? {
            val cargo = routed().derivingDeliveryProgress(history(*events)).value
            return cargo.overdueSince(day(now), outlook(*events, second = second))
        }
        expect(overdueSince(now = 10), null)
        expect(overdueSince(now = 11), day(10))
        expect(overdueSince(received, loaded, now = 21), day(20))
        expect(overdueSince(received, loaded, unloaded, now = 23), day(22))
        expect(overdueSince(event(UNLOAD, "SESTO", 30, "V200"), now = 99), null)
        expect(overdueSince(event(UNLOAD, "DEHAM", 15, "V100"), now = 99), null)
        expect(overdueSince(now = 99, second = null), null)
    }

    @Test
    fun `EST-6 - a cargo at its destination is overdue after the time to pick it up, with or without a route`() {
        val arrived = history(event(UNLOAD, "SESTO", 30, "V200"))
        for (cargo in listOf(routed(), booked())) {
            val waiting = cargo.settingPickUpBy(day(33)).value
            val there = waiting.derivingDeliveryProgress(arrived).value
            val outlook = if (cargo.itinerary == null) null else there.outlook(arrived, emptyList()).value
            expect(there.overdueSince(day(33), outlook), null)
            expect(there.overdueSince(day(34), outlook), day(33))
            expect(there.settingPickUpBy(null).value.overdueSince(day(99), outlook), null)
            val claimed = history(event(UNLOAD, "SESTO", 30, "V200"), event(CLAIM, "SESTO", 40))
            expect(waiting.derivingDeliveryProgress(claimed).value.overdueSince(day(99), outlook), null)
            val cancelled = waiting.cancelled(Reason.parse("Sold").value, at = day(2)).value
            expect(cancelled.derivingDeliveryProgress(arrived).value.overdueSince(day(99), outlook), null)
            expect(waiting.overdueSince(day(99), outlook = null), null)
        }
        // Entries of the plan that are due no longer matter.
        val diverted = routed().changingDestination(port("USNYC")).value
            .derivingDeliveryProgress(history(received, loaded, unloaded)).value
        expect(diverted.overdueSince(day(99), outlook(received, loaded, unloaded)), null)
    }

    @Test
    fun `EST-7 - a cargo keeps the last estimate that was announced, and none while that is as planned`() {
        val cargo = routed()
        expect(cargo.announcing(outlook().estimate).value.estimate, null)
        expect(cargo.announcedEstimate, Estimate(estimatedArrival = day(30)))
        val late = outlook(second = voyage("V200", movement("USNYC", 22, "SESTO", 34))).estimate
        expect(cargo.announcing(late).value.estimate, late)
        expect(cargo.announcing(late).value.announcing(outlook().estimate).value.estimate, null)
    }
}
