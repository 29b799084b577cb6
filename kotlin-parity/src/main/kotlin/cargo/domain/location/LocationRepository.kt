package cargo.domain.location

import cargo.domain.shared.Result

/** Where locations are kept. */
interface LocationRepository {
    /** The location with this code, or `location_not_found`. */
    suspend fun findByUnLocode(unLocode: UnLocode): Result<Location>

    /** Stores locations in one atomic step; one that is there already is renamed. */
    suspend fun save(locations: List<Location>): Result<Unit>
}
