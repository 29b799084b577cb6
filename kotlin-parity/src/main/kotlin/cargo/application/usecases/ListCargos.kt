package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoList
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result
import cargo.domain.shared.map

/** Lists all cargos by tracking id, page by page. Broken records are left out. */
class ListCargos(private val environment: Environment) : UseCase<ListCargos.Request, CargoList> {
    /** The id to start after, and the maximum number of cargos. */
    class Request(val after: TrackingId? = null, val limit: Int = DEFAULT_LIMIT)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional("after", Readings.trackingId)
        val limit by optional("limit", Readings.integer(LIMIT))
        build { Request(after, limit?.toInt() ?: DEFAULT_LIMIT) }
    }

    override suspend fun execute(request: Request): Result<CargoList> =
        environment.cargos.findPage(request.after, request.limit).map(CargoList::of)

    internal companion object {
        const val DEFAULT_LIMIT = 100
        val LIMIT: LongRange = 1L..1000L
    }
}
