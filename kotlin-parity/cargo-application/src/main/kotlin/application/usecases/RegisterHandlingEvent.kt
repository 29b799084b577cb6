package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Registers a handling event and inspects its cargo (HND-1 to HND-6, UC-5).
 *
 * A new event and its cargo are stored in one step. Registering an event that is already stored succeeds without
 * storing it again, but still inspects the cargo.
 */
public class RegisterHandlingEvent(
    private val environment: Environment,
) : UseCase<RegisterHandlingEvent.Request, RegisterHandlingEvent.Response> {
    /** What was done, to which cargo, where and when. The registration time is the current time. */
    public data class Request(
        public val trackingId: TrackingId,
        public val type: HandlingType,
        public val location: UnLocode,
        public val completionTime: Instant,
        public val voyageNumber: VoyageNumber? = null,
    )

    /** The stored event, and whether it is new. */
    public data class Response(public val event: HandlingEvent, public val isNew: Boolean)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val completionTime by required(Readings.instant)
        val location by required(Readings.unLocode)
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build { Request(trackingId, type, location, completionTime, voyageNumber) }
    }

    override suspend fun execute(request: Request): Result<Response> = untilSaved { register(request) }

    private suspend fun register(request: Request): Result<Response> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        request.voyageNumber?.let { number -> environment.voyages.findByNumber(number).orElse { return it } }
        environment.locations.findByUnLocode(request.location).orElse { return it }
        val activity =
            HandlingActivity.create(request.type, request.location, request.voyageNumber).orElse { return it }
        val event =
            HandlingEvent.create(request.trackingId, activity, request.completionTime, environment.clock.now())
                .orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        history.find(event)?.let { known ->
            return Inspection(environment).heal(cargo, history).map { Response(known, isNew = false) }
        }
        history.checkAccepts(event).orElse { return it }
        val extended = history.adding(event).orElse { return it }
        val handled = cargo.handledBy(event, extended).orElse { return it }
        val inspected = environment.announced(handled, extended).orElse { return it }
        return environment.handlingUnitOfWork.save(event, after = history, inspected)
            .map { Response(event, isNew = true) }
    }

    public companion object : Operation<Request, Response>(::RegisterHandlingEvent)
}
