package io.github.cargokit.infrastructure.cache

import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.system.SystemClock

/**
 * A repository of handling histories with a cache before a remote, for use with [CachedCargoRepository].
 *
 * Histories follow the policy in the same way as cargos. Retracted events come only from the remote.
 */
public class CachedHandlingEventRepository(
    private val remote: HandlingEventRepository,
    private val cache: JSONFileTrackingCache,
    private val policy: CachePolicy = CachePolicy.LOCAL_FIRST,
    private val timeToLive: TimeToLive = TimeToLive.ONE_MINUTE,
    private val clock: DomainClock = SystemClock,
) : HandlingEventRepository {
    /** Fetches a history, with its source and age (CCH-1 to CCH-6). */
    public suspend fun fetchHistory(trackingId: TrackingId): Result<Fetched<HandlingHistory>> = policy.fetch(
        cached = { cache.history(trackingId)?.fetched(timeToLive, clock.now()) },
        remote = { asked(trackingId) },
        refreshed = {
            val saves = cache.saves
            val answer = asked(trackingId)
            // An answer to a question asked before a save ended may be outdated.
            if (answer is Result.Success && saves == cache.saves) cache.keep(answer.value.value, answer.value.asOf)
            answer
        },
    )

    /** Finds a history according to the policy. The result may be stale; use [fetchHistory] to find out. */
    override suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory> =
        fetchHistory(trackingId).map { it.value }

    override suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>> =
        remote.findRetracted(trackingId)

    /** Runs a save that leads to a history, and updates the cache according to its outcome (CCH-7, CCH-8). */
    internal suspend fun saving(history: HandlingHistory, save: suspend () -> Result<Unit>): Result<Unit> {
        if (policy == CachePolicy.NO_CACHE) return save()
        return cache.saving(history.trackingId) {
            val asOf = clock.now()
            save().also { outcome ->
                when (outcome) {
                    is Result.Success -> cache.keep(history, asOf)
                    is Result.Failure -> if (outcome.error.leavesDoubt) cache.doubtHistory(history.trackingId)
                }
            }
        }
    }

    private suspend fun asked(trackingId: TrackingId): Result<Fetched<HandlingHistory>> =
        Fetched.asking(clock) { remote.findHistory(trackingId) }
}

/** A unit of work that also updates a cache of handling histories. */
internal class CachedHistoryUnitOfWork(
    private val remote: HandlingUnitOfWork,
    private val histories: CachedHandlingEventRepository,
) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> {
        val extended = after.adding(event).orElse { return it }
        return histories.saving(extended) { remote.save(event, after, cargo) }
    }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        histories.saving(after.retracting(retraction.event)) { remote.retract(retraction, after, cargo) }
}
