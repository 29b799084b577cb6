package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.optionalDetails
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/** Replaces all details of a voyage, for example when another ship takes it over (VOY-5, UC-11). */
public class DescribeVoyage(
    private val environment: Environment,
) : UseCase<DescribeVoyage.Request, DescribeVoyage.Response> {
    /**
     * The voyage's number and its new details. If there is an expected version and the voyage has another one, nothing
     * changes.
     */
    public data class Request(
        public val voyageNumber: VoyageNumber,
        public val details: VoyageDetails = VoyageDetails.NONE,
        public val expectedVersion: Long? = null,
    )

    /** The stored voyage's number and version. */
    public data class Response(public val voyageNumber: VoyageNumber, public val version: Long)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val details by optionalDetails()
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(voyageNumber, details ?: VoyageDetails.NONE) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        val voyage = environment.voyage(request.voyageNumber, request.expectedVersion).orElse { return it }
        return environment.save(voyage.describedAs(request.details), over = voyage)
            .map { Response(voyage.number, it) }
    }

    public companion object : Operation<Request, Response>(::DescribeVoyage)
}
