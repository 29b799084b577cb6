package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then

/** Lists the cargos of one customer by tracking id, page by page (UC-7). */
public class ListCargosForCustomer(
    private val environment: Environment,
) : UseCase<ListCargosForCustomer.Request, CargoList> {
    /** The customer, which of their cargos to list, the id to start after, and the maximum number of cargos. */
    public data class Request(
        public val customerId: CustomerId,
        public val filter: CargoFilter = CargoFilter(),
        public val after: TrackingId? = null,
        public val limit: Int = ListCargos.DEFAULT_LIMIT,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.trackingId)
        val customerId by required(Readings.customerId)
        val limit by pageLimit()
        build { Request(customerId, CargoFilter(), after, limit) }
    }

    /**
     * Fails with `integer_out_of_range`, `corrupt_record`: a broken cargo of this customer fails the page that it is on
     * and, with a filter, each page for which it is read.
     */
    override suspend fun execute(request: Request): Result<CargoList> = pageSize(request.limit).then { limit ->
        environment.list(request.filter, request.customerId, request.after, limit)
    }.map { CargoList.of(it, environment.clock.now()) }

    public companion object : Operation<Request, CargoList>(::ListCargosForCustomer)
}
