package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.application.readmodels.CargoTrackingView
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter

/* Writes the responses of the use cases in their wire shapes, with members in ASCII order. */

public fun JSONWriter.booked(response: BookCargo.Response): Unit = members {
    name("trackingId").text(response.trackingId.text)
}

public fun JSONWriter.cargoChanged(changed: CargoRevision): Unit = members {
    name("trackingId").text(changed.trackingId.text)
    name("version").integer(changed.version)
}

public fun JSONWriter.routes(response: FindRoutes.Response): Unit = members {
    name("itineraries").elements(response.itineraries) { itinerary(it) }
    if (response.tooLate.isNotEmpty()) name("tooLate").elements(response.tooLate) { itinerary(it) }
}

public fun JSONWriter.registered(response: RegisterHandlingEvent.Response): Unit = members {
    name("event").handlingEvent(response.event)
    name("isNew").truth(response.isNew)
}

public fun JSONWriter.retracted(response: RetractHandlingEvent.Response): Unit = members {
    name("event").handlingEvent(response.event)
    name("isNew").truth(response.isNew)
}

public fun JSONWriter.registered(response: RegisterVoyage.Response): Unit = members {
    name("version").integer(response.version)
    name("voyageNumber").text(response.voyageNumber.text)
}

public fun JSONWriter.described(response: DescribeVoyage.Response): Unit = members {
    name("version").integer(response.version)
    name("voyageNumber").text(response.voyageNumber.text)
}

public fun JSONWriter.reported(response: ReportPortCall.Response): Unit = members {
    name("affectedCargos").elements(response.affectedCargos) { affected(it) }
    name("isNew").truth(response.isNew)
    name("version").integer(response.version)
    name("voyageNumber").text(response.voyageNumber.text)
}

public fun JSONWriter.rolledOver(response: RollOver.Response): Unit = members {
    name("affectedCargos").elements(response.affectedCargos) { affected(it) }
    name("failures").elements(response.failures) { failed ->
        members {
            name("code").text(failed.error.code.text)
            name("trackingId").text(failed.trackingId.text)
        }
    }
}

public fun JSONWriter.rescheduled(response: RescheduleVoyage.Response): Unit = members {
    name("affectedCargos").elements(response.affectedCargos) { affected(it) }
    name("version").integer(response.version)
    name("voyageNumber").text(response.voyageNumber.text)
}

private fun JSONWriter.affected(cargo: AffectedCargo) = members {
    cargo.arrivalDelay?.let { name("arrivalDelay").integer(it) }
    estimated(cargo.estimate)
    name("isLate").truth(cargo.isLate)
    name("trackingId").text(cargo.trackingId.text)
}

public fun JSONWriter.cargoList(list: CargoList): Unit = members {
    name("cargos").elements(list.cargos) { entry(it) }
    list.next?.let { name("next").text(it.text) }
}

private fun JSONWriter.entry(cargo: CargoList.Entry) = members {
    name("arrivalDeadline").instant(cargo.arrivalDeadline)
    name("bookingStatus").text(cargo.bookingStatus.name)
    name("customerId").text(cargo.customerId.text)
    name("destination").text(cargo.destination.text)
    cargo.estimatedArrival?.let { name("estimatedArrival").instant(it) }
    name("isDisrupted").truth(cargo.isDisrupted)
    name("isHeld").truth(cargo.isHeld)
    name("isLate").truth(cargo.isLate)
    name("isMisdirected").truth(cargo.isMisdirected)
    name("origin").text(cargo.origin.text)
    name("routingStatus").text(cargo.routingStatus.name)
    name("trackingId").text(cargo.trackingId.text)
    name("transportStatus").text(cargo.transportStatus.name)
}

public fun JSONWriter.trackingView(view: CargoTrackingView): Unit = members {
    name("arrivalDeadline").instant(view.arrivalDeadline)
    view.arrivalDelay?.let { name("arrivalDelay").integer(it) }
    name("bookingStatus").text(view.bookingStatus.name)
    view.cancellation?.let { name("cancellation").cancellation(it) }
    view.currentVoyage?.let { name("currentVoyage").text(it.text) }
    name("customerId").text(view.customerId.text)
    name("destination").location(view.destination)
    view.disruption?.let { name("disruption").disruption(it) }
    view.estimatedArrival?.let { name("estimatedArrival").instant(it) }
    name("events").elements(view.events) { trackedEvent(it) }
    if (view.holds.isNotEmpty()) name("holds").elements(view.holds) { hold(it) }
    view.inPortSince?.let { name("inPortSince").instant(it) }
    name("isLate").truth(view.isLate)
    name("isMisdirected").truth(view.isMisdirected)
    name("isUnloadedAtDestination").truth(view.isUnloadedAtDestination)
    view.lastKnownLocation?.let { name("lastKnownLocation").location(it) }
    name("legs").elements(view.legs) { trackedLeg(it) }
    view.misdirection?.let { misdirection ->
        name("misdirection").members {
            name("actual").handlingActivity(misdirection.actual)
            misdirection.expected?.let { name("expected").handlingActivity(it) }
        }
    }
    view.nextExpectedActivity?.let { name("nextExpectedActivity").handlingActivity(it) }
    view.nextExpectedText?.let { name("nextExpectedText").text(it) }
    name("origin").location(view.origin)
    view.overdueSince?.let { name("overdueSince").instant(it) }
    view.pickUpBy?.let { name("pickUpBy").instant(it) }
    view.plannedArrival?.let { name("plannedArrival").instant(it) }
    view.promisedArrival?.let { name("promisedArrival").instant(it) }
    if (view.references.isNotEmpty()) name("references").elements(view.references) { reference(it) }
    name("routingStatus").text(view.routingStatus.name)
    name("statusText").text(view.statusText)
    name("trackingId").text(view.trackingId.text)
    name("transportStatus").text(view.transportStatus.name)
}

private fun JSONWriter.trackedLeg(tracked: CargoTrackingView.Leg) = members {
    legTimes(tracked.times)
    legMembers(tracked.leg)
}

public fun JSONWriter.outlook(outlook: Outlook): Unit = members {
    estimated(outlook.estimate)
    name("legs").elements(outlook.legs) { times ->
        members { legTimes(times) }
    }
}

private fun JSONWriter.legTimes(times: Outlook.LegTimes) {
    times.actualLoadTime?.let { name("actualLoadTime").instant(it) }
    times.actualUnloadTime?.let { name("actualUnloadTime").instant(it) }
    times.estimatedLoadTime?.let { name("estimatedLoadTime").instant(it) }
    times.estimatedUnloadTime?.let { name("estimatedUnloadTime").instant(it) }
}

private fun JSONWriter.trackedEvent(event: CargoTrackingView.Event) = members {
    name("completionTime").instant(event.completionTime)
    name("description").text(event.description)
    name("isExpected").truth(event.isExpected)
    name("location").location(event.location)
    name("registrationTime").instant(event.registrationTime)
    name("type").text(event.type.name)
    event.voyageNumber?.let { name("voyageNumber").text(it.text) }
}
