package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map

/** Registers a location, or changes the name of a registered one (UC-10, VAL-LOC-2). */
public class RegisterLocation(private val environment: Environment) : UseCase<RegisterLocation.Request, Location> {
    /** The location's code and name. */
    public data class Request(public val unLocode: UnLocode, public val name: LocationName)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val name by required(Readings.locationName)
        val unLocode by required(Readings.unLocode)
        build { Request(unLocode, name) }
    }

    override suspend fun execute(request: Request): Result<Location> {
        val location = Location(request.unLocode, request.name)
        return environment.locations.save(listOf(location)).map { location }
    }

    public companion object : Operation<Request, Location>(::RegisterLocation)
}
