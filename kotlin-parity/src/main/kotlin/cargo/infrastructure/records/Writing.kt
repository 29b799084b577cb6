package cargo.infrastructure.records

import cargo.domain.cargo.Cancellation
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.Delivery
import cargo.domain.cargo.Disruption
import cargo.domain.cargo.Estimate
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.Leg
import cargo.domain.cargo.RouteSpecification
import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.RetractedEvent
import cargo.domain.location.Location
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainEvent
import cargo.domain.shared.DomainFact
import cargo.domain.voyage.CarrierMovement
import cargo.domain.voyage.Voyage
import cargo.infrastructure.jsoncodec.JSONWriter

/* Writes domain values in their wire shapes, with members in ASCII order. Absent values are left out. */

fun JSONWriter.location(location: Location) = members {
    name("name").text(location.name.text)
    name("unLocode").text(location.unLocode.text)
}

fun JSONWriter.routeSpecification(specification: RouteSpecification) = members {
    name("arrivalDeadline").instant(specification.arrivalDeadline)
    name("destination").text(specification.destination.text)
    name("origin").text(specification.origin.text)
}

fun JSONWriter.leg(leg: Leg) = members { legMembers(leg) }

/** Writes the members of a leg, which other shapes share. */
internal fun JSONWriter.legMembers(leg: Leg) {
    name("loadLocation").text(leg.loadLocation.text)
    name("loadTime").instant(leg.loadTime)
    name("unloadLocation").text(leg.unloadLocation.text)
    name("unloadTime").instant(leg.unloadTime)
    name("voyageNumber").text(leg.voyageNumber.text)
}

fun JSONWriter.itinerary(itinerary: Itinerary) = members {
    name("legs").elements(itinerary.legs) { leg(it) }
}

fun JSONWriter.carrierMovement(movement: CarrierMovement) = members {
    name("arrivalLocation").text(movement.arrivalLocation.text)
    name("arrivalTime").instant(movement.arrivalTime)
    name("departureLocation").text(movement.departureLocation.text)
    name("departureTime").instant(movement.departureTime)
}

fun JSONWriter.voyage(voyage: Voyage) = members {
    name("schedule").elements(voyage.schedule.movements) { carrierMovement(it) }
    name("version").integer(voyage.version)
    name("voyageNumber").text(voyage.number.text)
}

fun JSONWriter.handlingActivity(activity: HandlingActivity) = members {
    name("location").text(activity.location.text)
    typeAndVoyage(activity)
}

fun JSONWriter.handled(handled: Handled) = members {
    name("completionTime").instant(handled.completionTime)
    name("location").text(handled.activity.location.text)
    typeAndVoyage(handled.activity)
}

fun JSONWriter.handlingEvent(event: HandlingEvent) = members {
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

fun JSONWriter.delivery(delivery: Delivery) = members {
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

fun JSONWriter.disruption(disruption: Disruption) = members {
    name("leg").integer(disruption.leg)
    name("location").text(disruption.location.text)
    name("reason").text(disruption.reason.name)
    name("voyageNumber").text(disruption.voyageNumber.text)
}

fun JSONWriter.estimate(estimate: Estimate) = members { estimated(estimate) }

/** Writes the members of an estimate, which other shapes share. */
internal fun JSONWriter.estimated(estimate: Estimate) {
    estimate.disruption?.let { name("disruption").disruption(it) }
    estimate.estimatedArrival?.let { name("estimatedArrival").instant(it) }
}

fun JSONWriter.cancellation(cancellation: Cancellation) = members {
    name("at").instant(cancellation.at)
    name("reason").text(cancellation.reason.text)
}

fun JSONWriter.retraction(retraction: RetractedEvent) = members {
    name("event").handlingEvent(retraction.event)
    name("reason").text(retraction.reason.text)
    name("retractedAt").instant(retraction.retractedAt)
}

/** Writes the stored form of a retraction: the members of the event, the reason and the time. */
fun JSONWriter.retractionRecord(retraction: RetractedEvent) = members {
    val event = retraction.event
    name("completionTime").instant(event.completionTime)
    name("location").text(event.activity.location.text)
    name("reason").text(retraction.reason.text)
    name("registrationTime").instant(event.registrationTime)
    name("retractedAt").instant(retraction.retractedAt)
    name("trackingId").text(event.trackingId.text)
    typeAndVoyage(event.activity)
}

fun JSONWriter.cargo(cargo: Cargo) = members {
    cargo.cancellation?.let { name("cancellation").cancellation(it) }
    name("customerId").text(cargo.customerId.text)
    name("delivery").delivery(cargo.delivery)
    cargo.estimate?.let { name("estimate").estimate(it) }
    cargo.itinerary?.let { name("itinerary").itinerary(it) }
    name("origin").text(cargo.origin.text)
    name("routeSpecification").routeSpecification(cargo.routeSpecification)
    cargo.routingStart?.let { name("routingStart").handled(it) }
    name("trackingId").text(cargo.trackingId.text)
    name("version").integer(cargo.version)
}

/** Writes the data of a fact, without its type. */
fun JSONWriter.data(fact: DomainFact) = members {
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
        is DomainFact.VoyageRescheduled -> {
            fact.schedule?.let { schedule -> name("schedule").elements(schedule.movements) { carrierMovement(it) } }
            name("voyageNumber").text(fact.voyageNumber.text)
        }
    }
}

fun JSONWriter.domainEvent(event: DomainEvent) = members {
    name("aggregateId").text(event.aggregateId)
    name("aggregateType").text(event.aggregateType.text)
    name("aggregateVersion").integer(event.aggregateVersion)
    event.correlationId?.let { name("correlationId").text(it) }
    name("data").data(event.fact)
    name("eventId").text(event.eventId)
    name("occurredAt").instant(event.occurredAt)
    name("schemaVersion").integer(event.schemaVersion)
    event.sequence?.let { name("sequence").integer(it) }
    name("type").text(event.fact.type)
}

/** Writes `{"code","params","tier"}`, or `{"code","fields","tier"}` for `validation_failed`. */
fun JSONWriter.failure(error: DomainError) = members {
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
