package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then

/** Lists a cargo's handling events in order of completion (HND-4). */
public class ListHandlingEvents(
    private val environment: Environment,
) : UseCase<ListHandlingEvents.Request, List<HandlingEvent>> {
    /** The cargo. */
    public data class Request(public val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId) }
    }

    /** Fails with `cargo_not_found`, `corrupt_record`. */
    override suspend fun execute(request: Request): Result<List<HandlingEvent>> =
        environment.cargos.findByTrackingId(request.trackingId)
            .then { environment.handlingEvents.findHistory(it.trackingId) }
            .map { it.events }

    public companion object : Operation<Request, List<HandlingEvent>>(::ListHandlingEvents)
}
