package cargo.infrastructure.records

import cargo.application.readmodels.CargoList
import cargo.application.readmodels.CargoReference
import cargo.application.readmodels.CargoSummary
import cargo.application.readmodels.RegisteredHandlingEvent
import cargo.application.readmodels.RescheduledVoyage
import cargo.application.readmodels.RouteCandidates
import cargo.application.readmodels.TrackingView
import cargo.application.readmodels.VoyageReference
import cargo.infrastructure.jsoncodec.JSONWriter

/* The answers of the use cases on the wire, members in ASCII order. */

fun JSONWriter.cargoReference(reference: CargoReference) = members {
    name("trackingId").text(reference.trackingId.text)
}

fun JSONWriter.routeCandidates(candidates: RouteCandidates) = members {
    name("itineraries").elements(candidates.itineraries) { itinerary(it) }
}

fun JSONWriter.registeredHandlingEvent(registered: RegisteredHandlingEvent) = members {
    name("event").handlingEvent(registered.event)
    name("isNew").truth(registered.isNew)
}

fun JSONWriter.voyageReference(reference: VoyageReference) = members {
    name("version").integer(reference.version)
    name("voyageNumber").text(reference.voyageNumber.text)
}

fun JSONWriter.rescheduledVoyage(voyage: RescheduledVoyage) = members {
    name("affectedCargos").elements(voyage.affectedCargos) { text(it.text) }
    name("version").integer(voyage.version)
    name("voyageNumber").text(voyage.voyageNumber.text)
}

fun JSONWriter.cargoList(list: CargoList) = members {
    name("cargos").elements(list.cargos) { cargoSummary(it) }
    list.next?.let { name("next").text(it.text) }
}

private fun JSONWriter.cargoSummary(cargo: CargoSummary) = members {
    name("arrivalDeadline").instant(cargo.arrivalDeadline)
    name("customerId").text(cargo.customerId.text)
    name("destination").text(cargo.destination.text)
    name("isMisdirected").truth(cargo.isMisdirected)
    name("origin").text(cargo.origin.text)
    name("routingStatus").text(cargo.routingStatus.name)
    name("trackingId").text(cargo.trackingId.text)
    name("transportStatus").text(cargo.transportStatus.name)
}

fun JSONWriter.trackingView(view: TrackingView) = members {
    name("arrivalDeadline").instant(view.arrivalDeadline)
    view.currentVoyage?.let { name("currentVoyage").text(it.text) }
    name("customerId").text(view.customerId.text)
    name("destination").place(view.destination)
    view.estimatedArrival?.let { name("estimatedArrival").instant(it) }
    name("events").elements(view.events) { trackedEvent(it) }
    name("isLate").truth(view.isLate)
    name("isMisdirected").truth(view.isMisdirected)
    name("isUnloadedAtDestination").truth(view.isUnloadedAtDestination)
    view.lastKnownLocation?.let { name("lastKnownLocation").place(it) }
    name("legs").elements(view.legs) { leg(it) }
    view.misdirection?.let { misdirection ->
        name("misdirection").members {
            name("actual").handlingActivity(misdirection.actual)
            misdirection.expected?.let { name("expected").handlingActivity(it) }
        }
    }
    view.nextExpectedActivity?.let { name("nextExpectedActivity").handlingActivity(it) }
    view.nextExpectedText?.let { name("nextExpectedText").text(it) }
    name("origin").place(view.origin)
    name("routingStatus").text(view.routingStatus.name)
    name("statusText").text(view.statusText)
    name("trackingId").text(view.trackingId.text)
    name("transportStatus").text(view.transportStatus.name)
}

private fun JSONWriter.trackedEvent(event: TrackingView.Event) = members {
    name("completionTime").instant(event.completionTime)
    name("description").text(event.description)
    name("isExpected").truth(event.isExpected)
    name("location").place(event.location)
    name("registrationTime").instant(event.registrationTime)
    name("type").text(event.type.name)
    event.voyageNumber?.let { name("voyageNumber").text(it.text) }
}

private fun JSONWriter.place(place: TrackingView.Place) = members {
    name("name").text(place.name)
    name("unLocode").text(place.unLocode.text)
}
