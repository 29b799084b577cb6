package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse

/** The stored form of a domain event: the envelope, and data whose shape depends on the type. */
@InternalCargoKitApi
public object DomainEventRecord {
    public val reading: Reading<DomainEvent> = Reading.members(
        Shape.required("aggregateId", Shape.Text),
        Shape.required("aggregateType", Shape.Text),
        Shape.required("aggregateVersion", Shape.Integer),
        Shape.optional("correlationId", Shape.Text),
        Shape.required("data", Shape.Any),
        Shape.required("eventId", Shape.Text),
        Shape.required("occurredAt", Shape.Text),
        Shape.required("schemaVersion", Shape.Integer),
        Shape.optional("sequence", Shape.Integer),
        Shape.required("type", Shape.Text),
    ) { members ->
        val aggregateType = members.value("aggregateType", Readings.anyText).orElse { return@members it }
        val kind = DomainEvent.AggregateType.entries.firstOrNull { it.text == aggregateType } ?: return@members breach(
            "aggregateType",
        )
        val event = DomainEvent(
            eventId = members.value("eventId", Readings.anyText).orElse { return@members it },
            occurredAt = members.value("occurredAt", Readings.instant).orElse { return@members it },
            schemaVersion = members.value("schemaVersion", Readings.integer).orElse { return@members it },
            correlationId = members.valueIfPresent("correlationId", Readings.anyText).orElse { return@members it },
            aggregateType = kind,
            aggregateId = members.value("aggregateId", Readings.anyText).orElse { return@members it },
            aggregateVersion = members.value("aggregateVersion", Readings.integer).orElse { return@members it },
            sequence = members.valueIfPresent("sequence", Readings.integer).orElse { return@members it },
            fact = fact(members).orElse { return@members it },
        )
        Result.Success(event)
    }

    private fun fact(members: Input.Members): Result<DomainFact> {
        val type = members.value("type", Readings.anyText).orElse { return it }
        val reading = facts[type] ?: return breach("type")
        return reading.read(members["data"] ?: return breach("data"))
    }

    private val facts: Map<String, Reading<DomainFact>> = mapOf(
        "CargoBooked" to Reading.members(
            Shape.required("customerId", Shape.Text),
            Shape.required("origin", Shape.Text),
            Shape.required("routeSpecification", Readings.routeSpecification.shape),
        ) { data ->
            val customerId = data.value("customerId", Readings.customerId).orElse { return@members it }
            val origin = data.value("origin", Readings.unLocode).orElse { return@members it }
            data.value(
                "routeSpecification",
                Readings.routeSpecification,
            ).map { DomainFact.CargoBooked(customerId, origin, it) }
        },
        "CargoRouted" to only("itinerary", Readings.itinerary, DomainFact::CargoRouted),
        "RouteRespecified" to only("routeSpecification", Readings.routeSpecification, DomainFact::RouteRespecified),
        "DestinationChanged" to only("routeSpecification", Readings.routeSpecification, DomainFact::DestinationChanged),
        "DeadlineChanged" to only("routeSpecification", Readings.routeSpecification, DomainFact::DeadlineChanged),
        "CargoCancelled" to only("reason", Readings.reason, DomainFact::CargoCancelled),
        "CargoReinstated" to Reading.members { Result.Success(DomainFact.CargoReinstated) },
        "HandlingEventRegistered" to Reading.members(
            Shape.required("event", Records.handlingEvent.shape),
            Shape.required("isExpected", Shape.Truth),
        ) { data ->
            val event = data.value("event", Records.handlingEvent).orElse { return@members it }
            data.value("isExpected", Readings.truth).map { DomainFact.HandlingEventRegistered(event, it) }
        },
        "HandlingEventRetracted" to Reading.members(
            Shape.required("event", Records.handlingEvent.shape),
            Shape.required("reason", Shape.Text),
        ) { data ->
            val event = data.value("event", Records.handlingEvent).orElse { return@members it }
            data.value("reason", Readings.reason).map { DomainFact.HandlingEventRetracted(event, it) }
        },
        "CargoHandled" to Reading.members(Shape.optional("lastHandled", Records.handled.shape)) { data ->
            data.valueIfPresent("lastHandled", Records.handled).map { DomainFact.CargoHandled(it) }
        },
        "CargoMisdirected" to Reading.members(
            Shape.required("actual", Readings.handlingActivity.shape),
            Shape.optional("expected", Readings.handlingActivity.shape),
        ) { data ->
            val actual = data.value("actual", Readings.handlingActivity).orElse { return@members it }
            data.valueIfPresent("expected", Readings.handlingActivity).map { DomainFact.CargoMisdirected(actual, it) }
        },
        "CargoBackOnTrack" to Reading.members { Result.Success(DomainFact.CargoBackOnTrack) },
        "CargoArrived" to only("location", Readings.unLocode, DomainFact::CargoArrived),
        "CargoClaimed" to only("location", Readings.unLocode, DomainFact::CargoClaimed),
        "EstimatedArrivalChanged" to Reading.members(
            Shape.optional("estimatedArrival", Shape.Text),
            Shape.required("plannedArrival", Shape.Text),
            Shape.optional("previous", Shape.Text),
        ) { data ->
            val estimated = data.valueIfPresent("estimatedArrival", Readings.instant).orElse { return@members it }
            val planned = data.value("plannedArrival", Readings.instant).orElse { return@members it }
            data.valueIfPresent(
                "previous",
                Readings.instant,
            ).map { DomainFact.EstimatedArrivalChanged(estimated, planned, it) }
        },
        "RouteDisrupted" to only("disruption", Records.disruption, DomainFact::RouteDisrupted),
        "RouteRestored" to Reading.members { Result.Success(DomainFact.RouteRestored) },
        "ReferenceAdded" to only("reference", Readings.reference, DomainFact::ReferenceAdded),
        "ReferenceRemoved" to only("reference", Readings.reference, DomainFact::ReferenceRemoved),
        "VoyageRescheduled" to Reading.members(
            Shape.optional("schedule", Readings.schedule.shape),
            Shape.required("voyageNumber", Shape.Text),
        ) { data ->
            val schedule = data.valueIfPresent("schedule", Readings.schedule).orElse { return@members it }
            data.value("voyageNumber", Readings.voyageNumber).map { DomainFact.VoyageRescheduled(it, schedule) }
        },
    )

    /** Reads data with a single member. */
    private fun <T> only(name: String, reading: Reading<T>, fact: (T) -> DomainFact): Reading<DomainFact> =
        Reading.members(Shape.required(name, reading.shape)) { data -> data.value(name, reading).map(fact) }

    private fun breach(path: String) = Result.Failure(DomainError.shapeInvalid(path))
}
