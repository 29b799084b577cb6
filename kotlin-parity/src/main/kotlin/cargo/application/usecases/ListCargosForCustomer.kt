package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoList
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Page
import cargo.domain.shared.Result
import cargo.domain.shared.map

/** Lists the cargos of one customer by tracking id, page by page. */
class ListCargosForCustomer(private val environment: Environment) : UseCase<ListCargosForCustomer.Request, CargoList> {
    /** The customer, the id to start after, and the maximum number of cargos. */
    class Request(val customerId: CustomerId, val after: TrackingId? = null, val limit: Int = ListCargos.DEFAULT_LIMIT)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional("after", Readings.trackingId)
        val customerId by required("customerId", Readings.customerId)
        val limit by optional("limit", Readings.integer(ListCargos.LIMIT))
        build { Request(customerId, after, limit?.toInt() ?: ListCargos.DEFAULT_LIMIT) }
    }

    override suspend fun execute(request: Request): Result<CargoList> =
        environment.cargos.findForCustomer(request.customerId).map { all ->
            val rest = all.filter { cargo -> request.after?.let { cargo.trackingId > it } ?: true }
            val items = rest.take(request.limit)
            CargoList.of(Page(items, next = if (rest.size > items.size) items.last().trackingId else null))
        }
}
