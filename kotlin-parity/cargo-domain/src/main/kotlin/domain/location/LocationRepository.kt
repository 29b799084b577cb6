package io.github.cargokit.domain.location

import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result

/** Stores locations. */
public interface LocationRepository {
    /** Finds the location with a code. Fails with `location_not_found`. */
    public suspend fun findByUnLocode(unLocode: UnLocode): Result<Location>

    /** Reads a page of at most `limit` (1 to 1000) locations, ordered by code. Broken records are left out. */
    public suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>>

    /** Stores all of the locations or none of them. Replaces the name of a location that is already registered. */
    public suspend fun save(locations: List<Location>): Result<Unit>
}
