package io.github.cargokit.domain.location

import io.github.cargokit.domain.shared.Result

/** Stores locations. */
public interface LocationRepository {
    /** Finds the location with a code. Fails with `location_not_found`. */
    public suspend fun findByUnLocode(unLocode: UnLocode): Result<Location>

    /** Stores all of the locations or none of them. Replaces the name of a location that is already registered. */
    public suspend fun save(locations: List<Location>): Result<Unit>
}
