package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then

/** Lists cargos by tracking id, page by page (UC-7). Broken records are left out. */
public class ListCargos(private val environment: Environment) : UseCase<ListCargos.Request, CargoList> {
    /** Which cargos to list, the id to start after, and the maximum number of cargos. */
    public data class Request(
        /** A filter by a place or by needs is answered from the store's index. */
        public val filter: CargoFilter = CargoFilter(),
        public val after: TrackingId? = null,
        public val limit: Int = DEFAULT_LIMIT,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.trackingId)
        val limit by pageLimit()
        build { Request(CargoFilter(), after, limit) }
    }

    /** Fails with `integer_out_of_range`; with `overdueBy`, also with `corrupt_record`. */
    override suspend fun execute(request: Request): Result<CargoList> = pageSize(request.limit).then { limit ->
        environment.list(request.filter, customer = null, request.after, limit)
    }.map { CargoList.of(it, environment.clock.now()) }

    public companion object : Operation<Request, CargoList>(::ListCargos) {
        internal const val DEFAULT_LIMIT = 100
        internal val LIMIT: LongRange = 1L..1000L
    }
}
