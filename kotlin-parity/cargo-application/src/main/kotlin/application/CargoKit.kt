package io.github.cargokit.application

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.environment.environment
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.readmodels.CargoLookup
import io.github.cargokit.application.usecases.LookUpCargos
import io.github.cargokit.application.usecases.Operation
import io.github.cargokit.application.usecases.ReadWorklist
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result

/**
 * The kit as one value: its operations in this process, over a store.
 *
 * The function `CargoKit(store)` of `cargo-infrastructure` creates one that finds routes over the store's voyages. To
 * read requests from JSON, call the use case itself: `TrackCargo(kit.environment).execute(input)`.
 */
public class CargoKit(
    /** The repositories. To release the store's resources, close the store. */
    public val store: CargoStore,
    routing: RoutingService,
    override val clock: DomainClock,
) : CargoOperations {
    /** What the use cases work with. */
    public val environment: Environment = store.environment(routing, clock)

    override suspend fun <Request, Response> perform(
        operation: Operation<Request, Response>,
        request: Request,
    ): Result<Response> = operation.useCase(environment).execute(request)

    /** Returns a page of the cargos that someone may mean by what they typed, ordered by tracking id (REF-5). */
    public suspend fun cargosMatching(
        lookup: CargoLookup,
        after: TrackingId? = null,
        limit: Int = 100,
    ): Result<CargoList> = LookUpCargos(environment).execute(LookUpCargos.Request(lookup, CargoFilter(), after, limit))

    /**
     * Returns a page of the worklist: disrupted cargos first, then misdirected, late, unrouted and held ones, then
     * the rest.
     */
    public suspend fun worklist(request: ReadWorklist.Request = ReadWorklist.Request()): Result<ReadWorklist.Response> =
        ReadWorklist(environment).execute(request)
}
