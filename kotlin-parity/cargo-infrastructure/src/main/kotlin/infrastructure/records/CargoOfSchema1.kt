package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.shared.Result

/**
 * The stored form of cargos before version 2 of the rules.
 *
 * Of the delivery only what the history yields is read; the rest is derived again. CUSTOMS moved a cargo then, so as
 * the last move or as the routing start it becomes a RECEIVE at its time and place (DLV-10).
 */
internal object CargoOfSchema1 {
    /** What is read of the delivery. */
    private class Progress(val isMisdirected: Boolean, val lastHandled: CompletedActivity?, val planPosition: Long?)

    private val delivery = Reading.members {
        val isMisdirected by required(Readings.truth)
        val lastHandled by optional(Records.handled)
        val planPosition by optional(Readings.integer)
        unread(
            Shape.optional("currentVoyage", Shape.Text),
            Shape.optional("estimatedArrival", Shape.Text),
            Shape.required("isUnloadedAtDestination", Shape.Truth),
            Shape.optional("lastKnownLocation", Shape.Text),
            Shape.optional("nextExpectedActivity", Readings.handlingActivity.shape),
            Shape.required("routingStatus", Shape.Text),
            Shape.required("transportStatus", Shape.Text),
            Shape.optional("unloadedAt", Shape.Text),
        )
        build { Result.Success(Progress(isMisdirected, lastHandled, planPosition)) }
    }

    val reading = Reading.members {
        val customerId by required(Readings.customerId)
        val delivery by required(CargoOfSchema1.delivery)
        val itinerary by optional(Readings.itinerary)
        val origin by required(Readings.unLocode)
        val routeSpecification by required(Readings.routeSpecification)
        val routingStart by optional(Records.handled)
        val trackingId by required(Readings.trackingId)
        val version by required(Records.version)
        build {
            Cargo.reconstituteProgress(
                trackingId, customerId, origin, routeSpecification, itinerary, asMove(routingStart),
                delivery.isMisdirected, delivery.lastHandled, asMove(delivery.lastHandled), delivery.planPosition,
                version,
            )
        }
    }

    private fun asMove(handled: CompletedActivity?): CompletedActivity? =
        if (handled == null || handled.isMove) handled
        else handled.copy(activity = HandlingActivity.receive(at = handled.activity.location))
}
