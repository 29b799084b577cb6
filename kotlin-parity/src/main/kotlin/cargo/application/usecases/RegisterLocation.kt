package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.domain.location.Location
import cargo.domain.location.LocationName
import cargo.domain.location.UnLocode
import cargo.domain.shared.Result
import cargo.domain.shared.map

/** Registers a location, or changes the name of a registered one (VAL-LOC-2). */
class RegisterLocation(private val environment: Environment) : UseCase<RegisterLocation.Request, Location> {
    /** The location's code and name. */
    class Request(val unLocode: UnLocode, val name: LocationName)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val name by required("name", Readings.locationName)
        val unLocode by required("unLocode", Readings.unLocode)
        build { Request(unLocode, name) }
    }

    override suspend fun execute(request: Request): Result<Location> {
        val location = Location(request.unLocode, request.name)
        return environment.locations.save(listOf(location)).map { location }
    }
}
