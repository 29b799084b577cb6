package cargo.infrastructure.records

import cargo.application.input.Reading
import cargo.application.input.Readings
import cargo.application.input.Readings.typeAndVoyage
import cargo.application.input.Shape
import cargo.application.input.value
import cargo.application.input.valueIfPresent
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.Delivery
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingEvent
import cargo.domain.location.Location
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.map
import cargo.domain.shared.orElse
import cargo.domain.shared.then
import cargo.domain.voyage.Voyage

/** Readings of values that exist only in storage and on the wire: entities, events and aggregates. */
internal object Records {
    private val version = Reading(Shape.Integer) { input ->
        Readings.integer.interpret(input).then(Version::check)
    }

    val location = Reading.members(
        Shape.required("name", Shape.Text),
        Shape.required("unLocode", Shape.Text),
    ) { members ->
        val name = members.value("name", Readings.locationName).orElse { return@members it }
        members.value("unLocode", Readings.unLocode).map { Location(it, name) }
    }

    /** A voyage that isn't registered yet, and so has no version. */
    val newVoyage = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        members.value("voyageNumber", Readings.voyageNumber).map { Voyage.register(it, schedule) }
    }

    /** A voyage of which only the schedule matters. Its version is optional. */
    val sailingVoyage = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.optional("version", Shape.Integer),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        val version = members.valueIfPresent("version", version).orElse { return@members it }
        val number = members.value("voyageNumber", Readings.voyageNumber).orElse { return@members it }
        Voyage.reconstitute(number, schedule, version ?: 0)
    }

    val voyage = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.required("version", Shape.Integer),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        val version = members.value("version", version).orElse { return@members it }
        val number = members.value("voyageNumber", Readings.voyageNumber).orElse { return@members it }
        Voyage.reconstitute(number, schedule, version)
    }

    val handled = Reading.members(
        Shape.required("completionTime", Shape.Text),
        Shape.required("location", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val completionTime = members.value("completionTime", Readings.instant).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        members.typeAndVoyage(location).map { Handled(it, completionTime) }
    }

    val handlingEvent = Reading.members(
        Shape.required("completionTime", Shape.Text),
        Shape.required("location", Shape.Text),
        Shape.required("registrationTime", Shape.Text),
        Shape.required("trackingId", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val completionTime = members.value("completionTime", Readings.instant).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        val registrationTime = members.value("registrationTime", Readings.instant).orElse { return@members it }
        val trackingId = members.value("trackingId", Readings.trackingId).orElse { return@members it }
        val activity = members.typeAndVoyage(location).orElse { return@members it }
        HandlingEvent.create(trackingId, activity, completionTime, registrationTime)
    }

    /** The reservation for an idempotency key: a booking and its tracking id. */
    val reservation = Reading.members(
        Shape.required("customerId", Shape.Text),
        Shape.required("routeSpecification", Readings.routeSpecification.shape),
        Shape.required("trackingId", Shape.Text),
    ) { members ->
        members.value("customerId", Readings.customerId).orElse { return@members it }
        members.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
        members.value("trackingId", Readings.trackingId)
    }

    /** A stored delivery. An unknown status isn't a failure of its own: it differs from any recomputed status, and so breaks DLV-10. */
    private val delivery = Reading.members(
        Shape.optional("currentVoyage", Shape.Text),
        Shape.optional("estimatedArrival", Shape.Text),
        Shape.required("isMisdirected", Shape.Truth),
        Shape.required("isUnloadedAtDestination", Shape.Truth),
        Shape.optional("lastHandled", handled.shape),
        Shape.optional("lastKnownLocation", Shape.Text),
        Shape.optional("nextExpectedActivity", Readings.handlingActivity.shape),
        Shape.optional("planPosition", Shape.Integer),
        Shape.required("routingStatus", Shape.Text),
        Shape.required("transportStatus", Shape.Text),
        Shape.optional("unloadedAt", Shape.Text),
    ) { members ->
        val currentVoyage = members.valueIfPresent("currentVoyage", Readings.voyageNumber).orElse { return@members it }
        val estimatedArrival = members.valueIfPresent("estimatedArrival", Readings.instant).orElse { return@members it }
        val isMisdirected = members.value("isMisdirected", Readings.truth).orElse { return@members it }
        val isUnloadedAtDestination = members.value("isUnloadedAtDestination", Readings.truth).orElse { return@members it }
        val lastHandled = members.valueIfPresent("lastHandled", handled).orElse { return@members it }
        val lastKnownLocation = members.valueIfPresent("lastKnownLocation", Readings.unLocode).orElse { return@members it }
        val nextExpected = members.valueIfPresent("nextExpectedActivity", Readings.handlingActivity).orElse { return@members it }
        val planPosition = members.valueIfPresent("planPosition", Readings.integer).orElse { return@members it }
        val routingStatus = members.value("routingStatus", Readings.anyText).orElse { return@members it }
        val transportStatus = members.value("transportStatus", Readings.anyText).orElse { return@members it }
        val unloadedAt = members.valueIfPresent("unloadedAt", Readings.unLocode).orElse { return@members it }
        Result.Success(
            Delivery.Stored(
                currentVoyage = currentVoyage,
                estimatedArrival = estimatedArrival,
                isMisdirected = isMisdirected,
                isUnloadedAtDestination = isUnloadedAtDestination,
                lastHandled = lastHandled,
                lastKnownLocation = lastKnownLocation,
                nextExpectedActivity = nextExpected,
                planPosition = planPosition,
                routingStatus = RoutingStatus.entries.firstOrNull { it.name == routingStatus },
                transportStatus = TransportStatus.entries.firstOrNull { it.name == transportStatus },
                unloadedAt = unloadedAt,
            ),
        )
    }

    val cargo = Reading.members(
        Shape.required("customerId", Shape.Text),
        Shape.required("delivery", delivery.shape),
        Shape.optional("itinerary", Readings.itinerary.shape),
        Shape.required("origin", Shape.Text),
        Shape.required("routeSpecification", Readings.routeSpecification.shape),
        Shape.optional("routingStart", handled.shape),
        Shape.required("trackingId", Shape.Text),
        Shape.required("version", Shape.Integer),
    ) { members ->
        val customerId = members.value("customerId", Readings.customerId).orElse { return@members it }
        val delivery = members.value("delivery", delivery).orElse { return@members it }
        val itinerary = members.valueIfPresent("itinerary", Readings.itinerary).orElse { return@members it }
        val origin = members.value("origin", Readings.unLocode).orElse { return@members it }
        val specification = members.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
        val routingStart = members.valueIfPresent("routingStart", handled).orElse { return@members it }
        val trackingId = members.value("trackingId", Readings.trackingId).orElse { return@members it }
        val version = members.value("version", version).orElse { return@members it }
        Cargo.reconstitute(trackingId, customerId, origin, specification, itinerary, routingStart, delivery, version)
    }
}
