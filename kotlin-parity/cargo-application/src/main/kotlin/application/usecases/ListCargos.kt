package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then

/** Lists all cargos by tracking id, page by page. Broken records are left out. */
public class ListCargos(private val environment: Environment) : UseCase<ListCargos.Request, CargoList> {
    /** The id to start after, and the maximum number of cargos. */
    public data class Request(public val after: TrackingId? = null, public val limit: Int = DEFAULT_LIMIT)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional("after", Readings.trackingId)
        val limit by optional("limit", Readings.integer(LIMIT))
        build { Request(after, limit?.toInt() ?: DEFAULT_LIMIT) }
    }

    override suspend fun execute(request: Request): Result<CargoList> =
        pageSize(request.limit).then { environment.cargos.findPage(request.after, it) }.map(CargoList::of)

    internal companion object {
        const val DEFAULT_LIMIT = 100
        val LIMIT: LongRange = 1L..1000L
    }
}
