package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.VoyageView
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber

/** Lists all voyages by number, page by page. Broken records are left out. */
public class ListVoyages(
    private val environment: Environment,
) : UseCase<ListVoyages.Request, Page<VoyageView, VoyageNumber>> {
    /** The number to start after, and the maximum number of voyages, 1 to 1000. */
    public data class Request(public val after: VoyageNumber? = null, public val limit: Int = ListCargos.DEFAULT_LIMIT)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.voyageNumber)
        val limit by pageLimit()
        build { Request(after, limit) }
    }

    /** Fails with `integer_out_of_range`. */
    override suspend fun execute(request: Request): Result<Page<VoyageView, VoyageNumber>> =
        pageSize(request.limit).then { environment.voyages.findPage(request.after, it) }
            .map { Page(it.items.map(VoyageView::of), it.next) }

    public companion object : Operation<Request, Page<VoyageView, VoyageNumber>>(::ListVoyages)
}
