package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.infrastructure.system.SystemClock

/**
 * A repository of locations with a cache before a remote.
 *
 * It caches single locations. Pages come only from the remote, because the cache may not hold all locations.
 */
public class CachedLocationRepository(
    private val remote: LocationRepository,
    private val cache: JSONFileTrackingCache,
    private val policy: CachePolicy = CachePolicy.LOCAL_FIRST,
    private val timeToLive: TimeToLive = TimeToLive.ONE_MINUTE,
    private val clock: DomainClock = SystemClock,
) : LocationRepository by remote {
    /** Finds a location according to the policy (CCH-1 to CCH-6). The result may be stale. */
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> = policy.fetch(
        cached = { cache.location(unLocode)?.fetched(timeToLive, clock.now()) },
        remote = { asked(unLocode) },
        refreshed = {
            asked(unLocode).also { if (it is Result.Success) cache.keep(it.value.value, it.value.asOf) }
        },
    ).map { it.value }

    /** Finds locations one by one, each according to the policy. */
    override suspend fun findAll(unLocodes: Collection<UnLocode>): Result<Map<UnLocode, Location>> =
        super.findAll(unLocodes)

    /** Saves locations at the remote, and caches them on success. */
    override suspend fun save(locations: List<Location>): Result<Unit> {
        val asOf = clock.now()
        return remote.save(locations).also { outcome ->
            if (policy != CachePolicy.NO_CACHE && outcome is Result.Success) locations.forEach { cache.keep(it, asOf) }
        }
    }

    private suspend fun asked(unLocode: UnLocode): Result<Fetched<Location>> =
        Fetched.asking(clock) { remote.findByUnLocode(unLocode) }
}
