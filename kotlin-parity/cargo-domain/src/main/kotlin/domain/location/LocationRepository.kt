package io.github.cargokit.domain.location

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result

/** Stores locations. */
public interface LocationRepository {
    /** Finds the location with a code. Fails with `location_not_found`. */
    public suspend fun findByUnLocode(unLocode: UnLocode): Result<Location>

    /**
     * Finds the locations with these codes. Unregistered codes are missing from the result.
     *
     * The default implementation looks up one code after the other. Fails with `corrupt_record` if one of the stored
     * locations is broken.
     */
    public suspend fun findAll(unLocodes: Collection<UnLocode>): Result<Map<UnLocode, Location>> {
        val found = LinkedHashMap<UnLocode, Location>()
        for (unLocode in unLocodes.toSet()) when (val result = findByUnLocode(unLocode)) {
            is Result.Success -> found[unLocode] = result.value
            is Result.Failure -> if (result.error.code != DomainError.Code.LOCATION_NOT_FOUND) return result
        }
        return Result.Success(found)
    }

    /** Reads a page of at most `limit` (1 to 1000) locations, ordered by code. Broken records are left out. */
    public suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>>

    /** Stores all of the locations or none of them. Replaces the name of a location that is already registered. */
    public suspend fun save(locations: List<Location>): Result<Unit>
}
