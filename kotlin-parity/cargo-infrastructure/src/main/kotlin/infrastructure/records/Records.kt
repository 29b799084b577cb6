package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Readings.typeAndVoyage
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage

/** Readings of values that exist only in storage and on the wire: entities, events and aggregates. */
@InternalCargoKitApi
public object Records {
    /** A whole number from 0, such as a version. */
    public val version: Reading<Long> = Reading(Shape.Integer) { input ->
        Readings.integer.interpret(input).then(Version::check)
    }

    public val location: Reading<Location> = Reading.members(
        Shape.required("name", Shape.Text),
        Shape.required("unLocode", Shape.Text),
    ) { members ->
        val name = members.value("name", Readings.locationName).orElse { return@members it }
        members.value("unLocode", Readings.unLocode).map { Location(it, name) }
    }

    /** A voyage that isn't registered yet, and so has no version. */
    public val newVoyage: Reading<Voyage> = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        members.value("voyageNumber", Readings.voyageNumber).map { Voyage.register(it, schedule) }
    }

    /** A voyage of which only the schedule matters. Its version is optional. */
    public val sailingVoyage: Reading<Voyage> = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.optional("version", Shape.Integer),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        val version = members.valueIfPresent("version", version).orElse { return@members it }
        val number = members.value("voyageNumber", Readings.voyageNumber).orElse { return@members it }
        Voyage.reconstitute(number, schedule, version ?: 0)
    }

    public val voyage: Reading<Voyage> = Reading.members(
        Shape.required("schedule", Readings.schedule.shape),
        Shape.required("version", Shape.Integer),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val schedule = members.value("schedule", Readings.schedule).orElse { return@members it }
        val version = members.value("version", version).orElse { return@members it }
        val number = members.value("voyageNumber", Readings.voyageNumber).orElse { return@members it }
        Voyage.reconstitute(number, schedule, version)
    }

    public val handled: Reading<CompletedActivity> = Reading.members(
        Shape.required("completionTime", Shape.Text),
        Shape.required("location", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val completionTime = members.value("completionTime", Readings.instant).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        members.typeAndVoyage(location).map { CompletedActivity(it, completionTime) }
    }

    public val handlingEvent: Reading<HandlingEvent> = Reading.members(
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

    /** The stored form of a retraction. */
    public val retraction: Reading<RetractedEvent> = Reading.members(
        Shape.required("completionTime", Shape.Text),
        Shape.required("location", Shape.Text),
        Shape.required("reason", Shape.Text),
        Shape.required("registrationTime", Shape.Text),
        Shape.required("retractedAt", Shape.Text),
        Shape.required("trackingId", Shape.Text),
        Shape.required("type", Shape.Text),
        Shape.optional("voyageNumber", Shape.Text),
    ) { members ->
        val completionTime = members.value("completionTime", Readings.instant).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        val reason = members.value("reason", Readings.reason).orElse { return@members it }
        val registrationTime = members.value("registrationTime", Readings.instant).orElse { return@members it }
        val retractedAt = members.value("retractedAt", Readings.instant).orElse { return@members it }
        val trackingId = members.value("trackingId", Readings.trackingId).orElse { return@members it }
        val activity = members.typeAndVoyage(location).orElse { return@members it }
        HandlingEvent.create(
            trackingId,
            activity,
            completionTime,
            registrationTime,
        ).map { RetractedEvent(it, reason, retractedAt) }
    }

    /** The reservation for an idempotency key: a booking and its tracking id. */
    public val reservation: Reading<BookingReservation> = Reading.members(
        Shape.required("customerId", Shape.Text),
        Shape.required("routeSpecification", Readings.routeSpecification.shape),
        Shape.required("trackingId", Shape.Text),
    ) { members ->
        val customerId = members.value("customerId", Readings.customerId).orElse { return@members it }
        val specification =
            members.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
        members.value("trackingId", Readings.trackingId).map { BookingReservation(it, customerId, specification) }
    }

    /**
     * A stored delivery. An unknown status isn't a failure of its own: it differs from any recomputed status, and so
     * breaks DLV-10.
     */
    private val delivery = Reading.members(
        Shape.optional("currentVoyage", Shape.Text),
        Shape.required("isMisdirected", Shape.Truth),
        Shape.required("isUnloadedAtDestination", Shape.Truth),
        Shape.optional("lastHandled", handled.shape),
        Shape.optional("lastKnownLocation", Shape.Text),
        Shape.optional("lastMove", handled.shape),
        Shape.optional("nextExpectedActivity", Readings.handlingActivity.shape),
        Shape.optional("planPosition", Shape.Integer),
        Shape.optional("plannedArrival", Shape.Text),
        Shape.required("routingStatus", Shape.Text),
        Shape.required("transportStatus", Shape.Text),
    ) { members ->
        val currentVoyage = members.valueIfPresent("currentVoyage", Readings.voyageNumber).orElse { return@members it }
        val isMisdirected = members.value("isMisdirected", Readings.truth).orElse { return@members it }
        val isUnloadedAtDestination =
            members.value("isUnloadedAtDestination", Readings.truth).orElse { return@members it }
        val lastHandled = members.valueIfPresent("lastHandled", handled).orElse { return@members it }
        val lastKnownLocation =
            members.valueIfPresent("lastKnownLocation", Readings.unLocode).orElse { return@members it }
        val lastMove = members.valueIfPresent("lastMove", handled).orElse { return@members it }
        val nextExpected =
            members.valueIfPresent("nextExpectedActivity", Readings.handlingActivity).orElse { return@members it }
        val planPosition = members.valueIfPresent("planPosition", Readings.integer).orElse { return@members it }
        val plannedArrival = members.valueIfPresent("plannedArrival", Readings.instant).orElse { return@members it }
        val routingStatus = members.value("routingStatus", Readings.anyText).orElse { return@members it }
        val transportStatus = members.value("transportStatus", Readings.anyText).orElse { return@members it }
        Result.Success(
            Delivery.Stored(
                currentVoyage = currentVoyage,
                isMisdirected = isMisdirected,
                isUnloadedAtDestination = isUnloadedAtDestination,
                lastHandled = lastHandled,
                lastKnownLocation = lastKnownLocation,
                lastMove = lastMove,
                nextExpectedActivity = nextExpected,
                planPosition = planPosition,
                plannedArrival = plannedArrival,
                routingStatus = RoutingStatus.entries.firstOrNull { it.name == routingStatus },
                transportStatus = TransportStatus.entries.firstOrNull { it.name == transportStatus },
            ),
        )
    }

    private fun disruption(path: String) = Reading.members(
        Shape.required("leg", Shape.Integer),
        Shape.required("location", Shape.Text),
        Shape.required("reason", Shape.Text),
        Shape.required("voyageNumber", Shape.Text),
    ) { members ->
        val leg = members.value("leg", version).orElse { return@members it }
        val location = members.value("location", Readings.unLocode).orElse { return@members it }
        val text = members.value("reason", Readings.anyText).orElse { return@members it }
        val reason = Disruption.Reason.entries.firstOrNull { it.name == text }
            ?: return@members Result.Failure(DomainError.shapeInvalid("$path.reason"))
        members.value("voyageNumber", Readings.voyageNumber).then { Disruption.create(leg, location, reason, it) }
    }

    /** A disruption in the data of an event. */
    public val disruption: Reading<Disruption> = disruption(path = "disruption")

    private val announcedDisruption = disruption(path = "estimate.disruption")

    /** The member `estimate` of a cargo or of an operation's arguments. */
    public val estimate: Reading<Estimate> = Reading.members(
        Shape.optional("disruption", announcedDisruption.shape),
        Shape.optional("estimatedArrival", Shape.Text),
    ) { members ->
        val disruption = members.valueIfPresent("disruption", announcedDisruption).orElse { return@members it }
        members.valueIfPresent("estimatedArrival", Readings.instant).map { Estimate(disruption, it) }
    }

    private val cancellation = Reading.members(
        Shape.required("at", Shape.Text),
        Shape.required("reason", Shape.Text),
    ) { members ->
        val at = members.value("at", Readings.instant).orElse { return@members it }
        members.value("reason", Readings.reason).map { Cancellation(at, it) }
    }

    /** The references of a stored cargo, which has none or at least one (REF-2). */
    private val references: Reading<List<CargoReference>> = Readings.reference.list().let { list ->
        Reading(list.shape) { input ->
            val references = list.interpret(input).orElse { return@Reading it }
            if (references.isEmpty()) Result.Failure(DomainError.corruptRecord(rule = "REF-2"))
            else Cargo.checkOrder(references).map { references }
        }
    }

    public val cargo: Reading<Cargo> = Reading.members(
        Shape.optional("cancellation", cancellation.shape),
        Shape.required("customerId", Shape.Text),
        Shape.required("delivery", delivery.shape),
        Shape.optional("estimate", estimate.shape),
        Shape.optional("itinerary", Readings.itinerary.shape),
        Shape.required("origin", Shape.Text),
        Shape.optional("references", references.shape),
        Shape.required("routeSpecification", Readings.routeSpecification.shape),
        Shape.optional("routingStart", handled.shape),
        Shape.required("trackingId", Shape.Text),
        Shape.required("version", Shape.Integer),
    ) { members ->
        val cancellation = members.valueIfPresent("cancellation", cancellation).orElse { return@members it }
        val customerId = members.value("customerId", Readings.customerId).orElse { return@members it }
        val delivery = members.value("delivery", delivery).orElse { return@members it }
        val estimate = members.valueIfPresent("estimate", estimate).orElse { return@members it }
        val itinerary = members.valueIfPresent("itinerary", Readings.itinerary).orElse { return@members it }
        val origin = members.value("origin", Readings.unLocode).orElse { return@members it }
        val references = members.valueIfPresent("references", references).orElse { return@members it }
        val specification =
            members.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
        val routingStart = members.valueIfPresent("routingStart", handled).orElse { return@members it }
        val trackingId = members.value("trackingId", Readings.trackingId).orElse { return@members it }
        val version = members.value("version", version).orElse { return@members it }
        Cargo.reconstitute(
            trackingId, customerId, origin, specification, itinerary, routingStart, delivery, estimate, cancellation,
            references.orEmpty(),
            version,
        )
    }
}
