package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.system.SystemClock

/**
 * A repository of voyages that finds the voyages of a route in a cache while the remote is unavailable.
 *
 * Estimates follow from the present schedules, so [findAll] always asks the remote first, unless the policy is
 * `NO_CACHE`. Everything else comes only from the remote.
 */
public class CachedVoyageRepository(
    private val remote: VoyageRepository,
    private val cache: JSONFileTrackingCache,
    policy: CachePolicy = CachePolicy.LOCAL_FIRST,
    private val timeToLive: TimeToLive = TimeToLive.ONE_MINUTE,
    private val clock: DomainClock = SystemClock,
) : VoyageRepository by remote {
    private val policy = policy.ofLists

    /** Finds voyages at the remote; while it is unavailable, in the cache, if that has all of them (CCH-9). */
    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> = policy.fetch(
        cached = { cached(numbers) },
        remote = { asked(numbers) },
        refreshed = {
            asked(numbers).also { answer ->
                if (answer is Result.Success) for (voyage in answer.value.value) cache.keep(voyage, answer.value.asOf)
            }
        },
    ).map { it.value }

    private suspend fun asked(numbers: Collection<VoyageNumber>): Result<Fetched<List<Voyage>>> =
        Fetched.asking(clock) { remote.findAll(numbers) }

    /** Returns the cached voyages, which are as old as the oldest of them; null if one is missing. */
    private suspend fun cached(numbers: Collection<VoyageNumber>): Fetched<List<Voyage>>? {
        val kept = numbers.toSet().map { cache.voyage(it) ?: return null }
        val asOf = kept.minOfOrNull { it.asOf } ?: clock.now()
        return KeptAnswer(kept.map { it.value }, asOf).fetched(timeToLive, clock.now())
    }
}
