package io.github.cargokit.testing

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.CarrierCode
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.CarrierVoyageNumber
import io.github.cargokit.domain.voyage.IMONumber
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.TransportMode
import io.github.cargokit.domain.voyage.Vessel
import io.github.cargokit.domain.voyage.VesselName
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/* Valid values through public doors. A port is five letters, a time the number of a day in 2026. */

public fun port(code: String): UnLocode = UnLocode.parse(code).value

public fun day(number: Int): Instant = Instant.of(1_767_225_600_000 + (number - 1) * 86_400_000L).value

public fun voyageNumber(text: String): VoyageNumber = VoyageNumber.parse(text).value

public val trackingId: TrackingId = TrackingId.parse("ABC123").value
public val customerId: CustomerId = CustomerId.parse("C-1").value

public fun leg(voyage: String, from: String, loadDay: Int, to: String, unloadDay: Int): Leg =
    Leg.create(voyageNumber(voyage), port(from), port(to), day(loadDay), day(unloadDay)).value

public fun itinerary(vararg legs: Leg): Itinerary = Itinerary.create(legs.toList()).value

public fun specification(from: String = "HKHKG", to: String = "SESTO", deadline: Int = 60): RouteSpecification =
    RouteSpecification.create(port(from), port(to), day(deadline)).value

/** Hong Kong, New York, Stockholm. */
public val viaNewYork: Itinerary =
    itinerary(leg("V100", "HKHKG", 10, "USNYC", 20), leg("V200", "USNYC", 22, "SESTO", 30))

public fun booked(): Cargo = Cargo.book(trackingId, customerId, specification(), at = day(1)).value

/** The number of a container. */
public val reference: CargoReference = CargoReference.create(ReferenceType.CONTAINER, "MSKU1234565").value

public fun event(
    type: HandlingType,
    at: String,
    done: Int,
    voyage: String? = null,
    registered: Int = done,
    of: String = trackingId.text,
): HandlingEvent = HandlingEvent.create(
    TrackingId.parse(of).value,
    HandlingActivity.create(type, port(at), voyage?.let(::voyageNumber)).value,
    day(done),
    day(registered),
).value

public fun history(vararg events: HandlingEvent): HandlingHistory =
    HandlingHistory.create(trackingId, events.toList()).value

public fun movement(from: String, leaves: Int, to: String, arrives: Int): CarrierMovement =
    CarrierMovement.create(port(from), port(to), day(leaves), day(arrives)).value

/** Who operates a voyage, by which ship. */
public val details: VoyageDetails = VoyageDetails.create(
    CarrierCode.parse("MAEU").value,
    listOf("2103N", "2103S").map { CarrierVoyageNumber.parse(it).value },
    TransportMode.VESSEL,
    Vessel.create(IMONumber.parse("9074729").value, VesselName.parse("Emma").value).value,
).value

public fun voyage(number: String, vararg movements: CarrierMovement): Voyage =
    Voyage.register(voyageNumber(number), Schedule.create(movements.toList()).value)

/** A report that the voyage takes, made when the time came if it is an actual one, and else on the first day. */
public fun Voyage.reported(
    at: String,
    end: PortCallEnd,
    time: Int,
    status: PortCallStatus = PortCallStatus.ESTIMATED,
    reported: Int = if (status == PortCallStatus.ACTUAL) time else 1,
): Voyage = reporting(port(at), end, status, day(time), day(reported), at = day(maxOf(time, reported))).value
