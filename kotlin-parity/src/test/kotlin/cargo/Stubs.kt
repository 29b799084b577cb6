package cargo

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.Leg
import cargo.domain.cargo.RouteSpecification
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.voyage.CarrierMovement
import cargo.domain.voyage.Schedule
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageNumber

/* Valid values through public doors. A port is five letters, a time the number of a day in 2026. */

internal fun port(code: String): UnLocode = UnLocode.parse(code).value

internal fun day(number: Int): Instant = Instant.of(1_767_225_600_000 + (number - 1) * 86_400_000L).value

internal fun voyageNumber(text: String): VoyageNumber = VoyageNumber.parse(text).value

internal val trackingId: TrackingId = TrackingId.parse("ABC123").value
internal val customerId: CustomerId = CustomerId.parse("C-1").value

internal fun leg(voyage: String, from: String, loadDay: Int, to: String, unloadDay: Int): Leg =
    Leg.create(voyageNumber(voyage), port(from), port(to), day(loadDay), day(unloadDay)).value

internal fun itinerary(vararg legs: Leg): Itinerary = Itinerary.create(legs.toList()).value

internal fun specification(from: String = "CNHKG", to: String = "SESTO", deadline: Int = 60): RouteSpecification =
    RouteSpecification.create(port(from), port(to), day(deadline)).value

/** Hong Kong, New York, Stockholm. */
internal val viaNewYork: Itinerary = itinerary(leg("V100", "CNHKG", 10, "USNYC", 20), leg("V200", "USNYC", 22, "SESTO", 30))

internal fun booked(): Cargo = Cargo.book(trackingId, customerId, specification(), at = day(1)).value

internal fun event(type: HandlingType, at: String, done: Int, voyage: String? = null, registered: Int = done): HandlingEvent = HandlingEvent.create(
    trackingId,
    HandlingActivity.create(type, port(at), voyage?.let(::voyageNumber)).value,
    day(done),
    day(registered),
).value

internal fun history(vararg events: HandlingEvent): HandlingHistory = HandlingHistory.create(trackingId, events.toList()).value

internal fun movement(from: String, leaves: Int, to: String, arrives: Int): CarrierMovement =
    CarrierMovement.create(port(from), port(to), day(leaves), day(arrives)).value

internal fun voyage(number: String, vararg movements: CarrierMovement): Voyage =
    Voyage.register(voyageNumber(number), Schedule.create(movements.toList()).value)
