package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then

/** Lists the cargos that have a reference by tracking id, page by page (REF-5). */
public class FindByReference(private val environment: Environment) : UseCase<FindByReference.Request, CargoList> {
    /** The reference, the id to start after, and the maximum number of cargos. */
    public data class Request(
        public val reference: CargoReference,
        public val after: TrackingId? = null,
        public val limit: Int = ListCargos.DEFAULT_LIMIT,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.trackingId)
        val limit by pageLimit()
        val reference by requiredReference()
        build { Request(reference, after, limit) }
    }

    override suspend fun execute(request: Request): Result<CargoList> =
        pageSize(request.limit)
            .then { environment.cargos.find(CargoQuery(reference = request.reference), request.after, it) }
            .map { CargoList.of(it, environment.clock.now()) }

    public companion object : Operation<Request, CargoList>(::FindByReference)
}
