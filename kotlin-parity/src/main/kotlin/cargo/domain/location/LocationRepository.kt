package cargo.domain.location

import cargo.domain.shared.Result

/** Stores locations. */
interface LocationRepository {
    /** Finds the location with a code. Fails with `location_not_found`. */
    suspend fun findByUnLocode(unLocode: UnLocode): Result<Location>

    /** Stores all of the locations or none of them. Replaces the name of a location that is already registered. */
    suspend fun save(locations: List<Location>): Result<Unit>
}
