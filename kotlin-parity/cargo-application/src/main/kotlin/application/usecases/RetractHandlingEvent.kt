package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Takes back a handling event that was registered by mistake, and inspects its cargo (HND-7, UC-5).
 *
 * Retracting an event again succeeds without storing anything for it, but still inspects the cargo.
 */
public class RetractHandlingEvent(
    private val environment: Environment,
) : UseCase<RetractHandlingEvent.Request, RetractHandlingEvent.Response> {
    /** The event, named by what was done, to which cargo, where and when; and why it is taken back. */
    public data class Request(
        public val trackingId: TrackingId,
        public val type: HandlingType,
        public val location: UnLocode,
        public val completionTime: Instant,
        public val reason: Reason,
        public val voyageNumber: VoyageNumber? = null,
    )

    /** The event as it was registered, and whether this request retracted it. */
    public data class Response(public val event: HandlingEvent, public val isNew: Boolean)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val completionTime by required(Readings.instant)
        val location by required(Readings.unLocode)
        val reason by required(Readings.reason)
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build { Request(trackingId, type, location, completionTime, reason, voyageNumber) }
    }

    override suspend fun execute(request: Request): Result<Response> = untilSaved { retract(request) }

    private suspend fun retract(request: Request): Result<Response> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val activity =
            HandlingActivity.create(request.type, request.location, request.voyageNumber).orElse { return it }
        val handled = CompletedActivity(activity, request.completionTime)
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val event = history.events.firstOrNull { it.handled == handled }
        if (event == null) {
            val retracted = retracted(request.trackingId, handled).orElse { return it }
            return Inspection(environment).heal(cargo, history).map { Response(retracted, isNew = false) }
        }
        val noted = cargo.notingRetraction(event, request.reason)
        val inspected = Inspection(environment).inspected(noted, history.retracting(event)).orElse { return it }
        val retraction = RetractedEvent(event, request.reason, retractedAt = environment.clock.now())
        return environment.handlingUnitOfWork.retract(retraction, after = history, inspected)
            .map { Response(event, isNew = true) }
    }

    /** Returns the retracted event with these properties. */
    private suspend fun retracted(trackingId: TrackingId, handled: CompletedActivity): Result<HandlingEvent> {
        val retractions = environment.handlingEvents.findRetracted(trackingId).orElse { return it }
        return retractions.firstOrNull { it.event.handled == handled }?.let { Result.Success(it.event) }
            ?: Result.Failure(DomainError.handlingEventNotFound(trackingId))
    }

    public companion object : Operation<Request, Response>(::RetractHandlingEvent)
}
