package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.shared.orElse

/**
 * The stored form of cargos before version 2 of the rules.
 *
 * Of the delivery only what the history yields is read; the rest is derived again. CUSTOMS moved a cargo then, so as
 * the last move or as the routing start it becomes a RECEIVE at its time and place (DLV-10).
 */
internal object CargoOfSchema1 {
    private val delivery = Shape.Members(
        Shape.optional("currentVoyage", Shape.Text),
        Shape.optional("estimatedArrival", Shape.Text),
        Shape.required("isMisdirected", Shape.Truth),
        Shape.required("isUnloadedAtDestination", Shape.Truth),
        Shape.optional("lastHandled", Records.handled.shape),
        Shape.optional("lastKnownLocation", Shape.Text),
        Shape.optional("nextExpectedActivity", Readings.handlingActivity.shape),
        Shape.optional("planPosition", Shape.Integer),
        Shape.required("routingStatus", Shape.Text),
        Shape.required("transportStatus", Shape.Text),
        Shape.optional("unloadedAt", Shape.Text),
    )

    val reading = Reading.members(
        Shape.required("customerId", Shape.Text),
        Shape.required("delivery", delivery),
        Shape.optional("itinerary", Readings.itinerary.shape),
        Shape.required("origin", Shape.Text),
        Shape.required("routeSpecification", Readings.routeSpecification.shape),
        Shape.optional("routingStart", Records.handled.shape),
        Shape.required("trackingId", Shape.Text),
        Shape.required("version", Shape.Integer),
    ) { members ->
        val customerId = members.value("customerId", Readings.customerId).orElse { return@members it }
        val stored = members["delivery"] as Input.Members
        val isMisdirected = stored.value("isMisdirected", Readings.truth).orElse { return@members it }
        val lastHandled = stored.valueIfPresent("lastHandled", Records.handled).orElse { return@members it }
        val planPosition = stored.valueIfPresent("planPosition", Readings.integer).orElse { return@members it }
        val itinerary = members.valueIfPresent("itinerary", Readings.itinerary).orElse { return@members it }
        val origin = members.value("origin", Readings.unLocode).orElse { return@members it }
        val specification =
            members.value("routeSpecification", Readings.routeSpecification).orElse { return@members it }
        val routingStart = members.valueIfPresent("routingStart", Records.handled).orElse { return@members it }
        val trackingId = members.value("trackingId", Readings.trackingId).orElse { return@members it }
        val version = members.value("version", Records.version).orElse { return@members it }
        Cargo.reconstituteProgress(
            trackingId, customerId, origin, specification, itinerary, asMove(routingStart), isMisdirected, lastHandled,
            asMove(lastHandled),
            planPosition, version,
        )
    }

    private fun asMove(handled: CompletedActivity?): CompletedActivity? =
        if (handled == null || handled.isMove) handled
        else handled.copy(activity = HandlingActivity.receive(at = handled.activity.location))
}
