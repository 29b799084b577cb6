package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Hold
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.PortCallReport
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter

/* Writes domain values in their wire shapes, with members in ASCII order. Absent values are left out. */

public fun JSONWriter.location(location: Location): Unit = members {
    name("name").text(location.name.text)
    name("unLocode").text(location.unLocode.text)
}

public fun JSONWriter.routeSpecification(specification: RouteSpecification): Unit = members {
    name("arrivalDeadline").instant(specification.arrivalDeadline)
    name("destination").text(specification.destination.text)
    name("origin").text(specification.origin.text)
}

public fun JSONWriter.leg(leg: Leg): Unit = members { legMembers(leg) }

/** Writes the members of a leg, which other shapes share. */
internal fun JSONWriter.legMembers(leg: Leg) {
    name("loadLocation").text(leg.loadLocation.text)
    name("loadTime").instant(leg.loadTime)
    name("unloadLocation").text(leg.unloadLocation.text)
    name("unloadTime").instant(leg.unloadTime)
    name("voyageNumber").text(leg.voyageNumber.text)
}

public fun JSONWriter.itinerary(itinerary: Itinerary): Unit = members {
    name("legs").elements(itinerary.legs) { leg(it) }
}

public fun JSONWriter.carrierMovement(movement: CarrierMovement): Unit = members {
    name("arrivalLocation").text(movement.arrivalLocation.text)
    name("arrivalTime").instant(movement.arrivalTime)
    name("departureLocation").text(movement.departureLocation.text)
    name("departureTime").instant(movement.departureTime)
}

public fun JSONWriter.voyage(voyage: Voyage): Unit = members {
    details(voyage.details)
    if (voyage.reports.isNotEmpty()) name("reports").elements(voyage.reports) { portCallReport(it) }
    name("schedule").schedule(voyage.schedule)
    name("version").integer(voyage.version)
    name("voyageNumber").text(voyage.number.text)
}

public fun JSONWriter.schedule(schedule: Schedule): Unit =
    elements(schedule.movements) { carrierMovement(it) }

/** Writes the member `details`, which is absent if nothing is known. */
public fun JSONWriter.details(details: VoyageDetails) {
    if (!details.isEmpty) name("details").voyageDetails(details)
}

public fun JSONWriter.voyageDetails(details: VoyageDetails): Unit = members {
    details.carrier?.let { name("carrier").text(it.text) }
    if (details.carrierVoyageNumbers.isNotEmpty()) {
        name("carrierVoyageNumbers").elements(details.carrierVoyageNumbers) { text(it.text) }
    }
    details.mode?.let { name("mode").text(it.name) }
    details.vessel?.let { vessel ->
        name("vessel").members {
            vessel.imoNumber?.let { name("imoNumber").text(it.text) }
            vessel.name?.let { name("name").text(it.text) }
        }
    }
}

public fun JSONWriter.portCallReport(report: PortCallReport): Unit = members {
    name("end").text(report.end.name)
    name("movement").integer(report.movement.toLong())
    name("reportedAt").instant(report.reportedAt)
    name("status").text(report.status.name)
    name("time").instant(report.time)
}

public fun JSONWriter.handlingActivity(activity: HandlingActivity): Unit = members {
    name("location").text(activity.location.text)
    typeAndVoyage(activity)
}

public fun JSONWriter.handled(handled: CompletedActivity): Unit = members {
    name("completionTime").instant(handled.completionTime)
    name("location").text(handled.activity.location.text)
    typeAndVoyage(handled.activity)
}

public fun JSONWriter.handlingEvent(event: HandlingEvent): Unit = members {
    name("completionTime").instant(event.completionTime)
    name("location").text(event.activity.location.text)
    name("registrationTime").instant(event.registrationTime)
    name("trackingId").text(event.trackingId.text)
    typeAndVoyage(event.activity)
}

/** Writes `type` and `voyageNumber`, the last members of every activity. */
private fun JSONWriter.typeAndVoyage(activity: HandlingActivity) {
    name("type").text(activity.type.name)
    activity.voyageNumber?.let { name("voyageNumber").text(it.text) }
}

public fun JSONWriter.delivery(delivery: Delivery): Unit = members {
    delivery.currentVoyage?.let { name("currentVoyage").text(it.text) }
    name("isMisdirected").truth(delivery.isMisdirected)
    name("isUnloadedAtDestination").truth(delivery.isUnloadedAtDestination)
    delivery.lastHandled?.let { name("lastHandled").handled(it) }
    delivery.lastKnownLocation?.let { name("lastKnownLocation").text(it.text) }
    delivery.lastMove?.let { name("lastMove").handled(it) }
    delivery.nextExpectedActivity?.let { name("nextExpectedActivity").handlingActivity(it) }
    delivery.planPosition?.let { name("planPosition").integer(it.toLong()) }
    delivery.plannedArrival?.let { name("plannedArrival").instant(it) }
    name("routingStatus").text(delivery.routingStatus.name)
    name("transportStatus").text(delivery.transportStatus.name)
}

public fun JSONWriter.disruption(disruption: Disruption): Unit = members {
    name("leg").integer(disruption.leg)
    name("location").text(disruption.location.text)
    name("reason").text(disruption.reason.name)
    name("voyageNumber").text(disruption.voyageNumber.text)
}

public fun JSONWriter.estimate(estimate: Estimate): Unit = members { estimated(estimate) }

/** Writes the members of an estimate, which other shapes share. */
internal fun JSONWriter.estimated(estimate: Estimate) {
    estimate.disruption?.let { name("disruption").disruption(it) }
    estimate.estimatedArrival?.let { name("estimatedArrival").instant(it) }
}

public fun JSONWriter.reference(reference: CargoReference): Unit = members {
    name("type").text(reference.type.name)
    name("value").text(reference.value)
}

public fun JSONWriter.cancellation(cancellation: Cancellation): Unit = members {
    name("at").instant(cancellation.at)
    name("reason").text(cancellation.reason.text)
}

public fun JSONWriter.hold(hold: Hold): Unit = members {
    name("at").instant(hold.at)
    name("reason").text(hold.reason.text)
    name("type").text(hold.type.name)
}

public fun JSONWriter.retraction(retraction: RetractedEvent): Unit = members {
    name("event").handlingEvent(retraction.event)
    name("reason").text(retraction.reason.text)
    name("retractedAt").instant(retraction.retractedAt)
}

/** Writes the stored form of a retraction: the members of the event, the reason and the time. */
public fun JSONWriter.retractionRecord(retraction: RetractedEvent): Unit = members {
    val event = retraction.event
    name("completionTime").instant(event.completionTime)
    name("location").text(event.activity.location.text)
    name("reason").text(retraction.reason.text)
    name("registrationTime").instant(event.registrationTime)
    name("retractedAt").instant(retraction.retractedAt)
    name("trackingId").text(event.trackingId.text)
    typeAndVoyage(event.activity)
}

public fun JSONWriter.cargo(cargo: Cargo): Unit = members {
    cargo.cancellation?.let { name("cancellation").cancellation(it) }
    name("customerId").text(cargo.customerId.text)
    name("delivery").delivery(cargo.delivery)
    cargo.estimate?.let { name("estimate").estimate(it) }
    if (cargo.holds.isNotEmpty()) name("holds").elements(cargo.holds) { hold(it) }
    cargo.itinerary?.let { name("itinerary").itinerary(it) }
    name("origin").text(cargo.origin.text)
    cargo.pickUpBy?.let { name("pickUpBy").instant(it) }
    cargo.promisedArrival?.let { name("promisedArrival").instant(it) }
    if (cargo.references.isNotEmpty()) name("references").elements(cargo.references) { reference(it) }
    name("routeSpecification").routeSpecification(cargo.routeSpecification)
    cargo.routingStart?.let { name("routingStart").handled(it) }
    name("trackingId").text(cargo.trackingId.text)
    name("version").integer(cargo.version)
}

public fun JSONWriter.reservation(reservation: BookingReservation): Unit = members {
    name("customerId").text(reservation.customerId.text)
    name("routeSpecification").routeSpecification(reservation.routeSpecification)
    name("trackingId").text(reservation.trackingId.text)
}

public fun JSONWriter.archivePlace(place: ArchivePlace): Unit = members {
    name("archive").text(place.archive.text)
    name("offset").integer(place.offset)
}

/** Writes the data of a fact, without its type. */
public fun JSONWriter.data(fact: DomainFact): Unit = members {
    when (fact) {
        is DomainFact.CargoBooked -> {
            name("customerId").text(fact.customerId.text)
            name("origin").text(fact.origin.text)
            name("routeSpecification").routeSpecification(fact.routeSpecification)
        }
        is DomainFact.CargoRouted -> name("itinerary").itinerary(fact.itinerary)
        is DomainFact.RouteRespecified -> name("routeSpecification").routeSpecification(fact.routeSpecification)
        is DomainFact.DestinationChanged -> name("routeSpecification").routeSpecification(fact.routeSpecification)
        is DomainFact.DeadlineChanged -> name("routeSpecification").routeSpecification(fact.routeSpecification)
        is DomainFact.CargoCancelled -> name("reason").text(fact.reason.text)
        is DomainFact.CargoReinstated -> Unit
        is DomainFact.ReferenceAdded -> name("reference").reference(fact.reference)
        is DomainFact.ReferenceRemoved -> name("reference").reference(fact.reference)
        is DomainFact.HandlingEventRegistered -> {
            name("event").handlingEvent(fact.event)
            name("isExpected").truth(fact.isExpected)
        }
        is DomainFact.HandlingEventRetracted -> {
            name("event").handlingEvent(fact.event)
            name("reason").text(fact.reason.text)
        }
        is DomainFact.CargoHandled -> fact.lastHandled?.let { name("lastHandled").handled(it) }
        is DomainFact.CargoMisdirected -> {
            name("actual").handlingActivity(fact.actual)
            fact.expected?.let { name("expected").handlingActivity(it) }
        }
        is DomainFact.CargoBackOnTrack -> Unit
        is DomainFact.CargoArrived -> name("location").text(fact.location.text)
        is DomainFact.CargoClaimed -> name("location").text(fact.location.text)
        is DomainFact.EstimatedArrivalChanged -> {
            fact.estimatedArrival?.let { name("estimatedArrival").instant(it) }
            name("plannedArrival").instant(fact.plannedArrival)
            fact.previous?.let { name("previous").instant(it) }
        }
        is DomainFact.RouteDisrupted -> name("disruption").disruption(fact.disruption)
        is DomainFact.RouteRestored -> Unit
        is DomainFact.VoyageSubstituted -> {
            name("leg").integer(fact.leg.toLong())
            name("previous").text(fact.previous.text)
            name("voyageNumber").text(fact.voyageNumber.text)
        }
        is DomainFact.PickUpDeadlineChanged -> fact.pickUpBy?.let { name("pickUpBy").instant(it) }
        is DomainFact.CargoHeld -> {
            name("reason").text(fact.reason.text)
            name("type").text(fact.holdType.name)
        }
        is DomainFact.CargoReleased -> name("type").text(fact.holdType.name)
        is DomainFact.CargoArchived -> name("archive").text(fact.archive.text)
        is DomainFact.CargoRestored -> name("archive").text(fact.archive.text)
        is DomainFact.CustomerErased -> name("customerId").text(fact.customerId.text)
        is DomainFact.VoyageRescheduled -> {
            fact.schedule?.let { name("schedule").schedule(it) }
            name("voyageNumber").text(fact.voyageNumber.text)
        }
        is DomainFact.VoyageDescribed -> {
            details(fact.details)
            name("voyageNumber").text(fact.voyageNumber.text)
        }
        is DomainFact.PortCallReported -> {
            name("end").text(fact.end.name)
            name("location").text(fact.location.text)
            name("movement").integer(fact.movement.toLong())
            name("status").text(fact.status.name)
            name("time").instant(fact.time)
            name("voyageNumber").text(fact.voyageNumber.text)
        }
    }
}

public fun JSONWriter.domainEvent(event: DomainEvent): Unit = members {
    event.actor?.let { name("actor").text(it.text) }
    name("aggregateId").text(event.aggregateId)
    name("aggregateType").text(event.aggregateType.text)
    name("aggregateVersion").integer(event.aggregateVersion)
    event.correlationId?.let { name("correlationId").text(it) }
    name("data").data(event.fact)
    name("eventId").text(event.eventId)
    name("occurredAt").instant(event.occurredAt)
    name("schemaVersion").integer(event.schemaVersion)
    if (event.sequence > 0) name("sequence").integer(event.sequence)
    name("type").text(event.fact.type)
}

/** Writes `{"code","params","tier"}`, or `{"code","fields","tier"}` for `validation_failed`. */
public fun JSONWriter.failure(error: DomainError): Unit = members {
    name("code").text(error.code.text)
    if (error.code == DomainError.Code.VALIDATION_FAILED) {
        name("fields").elements(error.fields) { field ->
            members {
                name("code").text(field.code.text)
                name("path").text(field.path)
            }
        }
    } else {
        name("params").members {
            for (parameter in error.params) when (parameter) {
                is DomainError.Parameter.Text -> name(parameter.name).text(parameter.text)
                is DomainError.Parameter.Integer -> name(parameter.name).integer(parameter.number)
            }
        }
    }
    name("tier").text(error.tier.text)
}
