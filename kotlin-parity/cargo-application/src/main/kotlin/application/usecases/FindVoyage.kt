package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.VoyageView
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageNumber

/** Returns a voyage. */
public class FindVoyage(private val environment: Environment) : UseCase<FindVoyage.Request, VoyageView> {
    /** The voyage to find. */
    public data class Request(public val voyageNumber: VoyageNumber)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(voyageNumber) }
    }

    /** Fails with `voyage_not_found`, `corrupt_record`. */
    override suspend fun execute(request: Request): Result<VoyageView> =
        environment.voyages.findByNumber(request.voyageNumber).map { VoyageView.of(it) }

    public companion object : Operation<Request, VoyageView>(::FindVoyage)
}
