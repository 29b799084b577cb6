package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.readmodels.CargoLookup
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse

/**
 * Lists the cargos that someone may mean by what they typed: a tracking id, or a reference of any type.
 *
 * To find the cargos with one reference whose type is known, use `FindByReference`.
 */
public class LookUpCargos(private val environment: Environment) : UseCase<LookUpCargos.Request, CargoList> {
    /** What was typed, and the page to list. */
    public data class Request(
        public val lookup: CargoLookup,
        /** Which of the cargos with the references to list. */
        public val filter: CargoFilter = CargoFilter(),
        public val after: TrackingId? = null,
        public val limit: Int = ListCargos.DEFAULT_LIMIT,
    )

    /** Reads what was typed from `text`, as [CargoLookup.typed] does. */
    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.trackingId)
        val limit by pageLimit()
        val text by required(Readings.anyText)
        build { Request(CargoLookup.typed(text), CargoFilter(), after, limit) }
    }

    /**
     * Returns the cargo with the tracking id alone; if there is no such cargo, a page of those that have one of the
     * references (REF-5).
     *
     * Fails with `integer_out_of_range`, `corrupt_record`.
     */
    override suspend fun execute(request: Request): Result<CargoList> {
        val limit = pageSize(request.limit).orElse { return it }
        cargo(request.lookup.trackingId)
            .orElse { return it }
            ?.let { return Result.Success(CargoList.of(Page(listOf(it), null), environment.clock.now())) }
        return environment.page(request.filter, request.after, limit) { after, most ->
            environment.cargos.findAny(request.lookup.references.map { CargoQuery(reference = it) }, after, most)
        }.map { CargoList.of(it, environment.clock.now()) }
    }

    private suspend fun cargo(trackingId: TrackingId?): Result<Cargo?> {
        if (trackingId == null) return Result.Success(null)
        val found = environment.cargos.findByTrackingId(trackingId)
        return if (found is Result.Failure && found.error.code == Code.CARGO_NOT_FOUND) Result.Success(null) else found
    }
}
