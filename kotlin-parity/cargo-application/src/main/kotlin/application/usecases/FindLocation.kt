package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Result

/** Returns a location. */
public class FindLocation(private val environment: Environment) : UseCase<FindLocation.Request, Location> {
    /** The location to find. */
    public data class Request(public val unLocode: UnLocode)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val unLocode by required(Readings.unLocode)
        build { Request(unLocode) }
    }

    /** Fails with `location_not_found`, `corrupt_record`. */
    override suspend fun execute(request: Request): Result<Location> =
        environment.locations.findByUnLocode(request.unLocode)

    public companion object : Operation<Request, Location>(::FindLocation)
}
