package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.ErrorTier
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.system.SystemClock

/**
 * A cargo repository that puts a cache in front of a remote one.
 *
 * The remote can be any repository, and the cache any `CargoCache`. The functions of `CargoRepository` follow the
 * policy. The `fetch` functions also return where the answer came from, how old it is and whether it is stale, and
 * accept another policy for a single call. Rules CCH-1 to CCH-11.
 */
public class CachedCargoRepository(
    private val remote: CargoRepository,
    private val cache: CargoCache,
    /** The policy for saves, and for calls that don't specify another one. */
    public val policy: CachePolicy = CachePolicy.LOCAL_FIRST,
    internal val timeToLive: TimeToLive = TimeToLive.ONE_MINUTE,
    internal val clock: DomainClock = SystemClock,
) : CargoRepository {
    internal val fetches = SharedFetches()

    /** The cargos whose entry could not be updated, so that it must not count as fresh (CCH-10). */
    private val distrusted = HashSet<String>()

    /**
     * Fetches a cargo, with its source and age (CCH-1 to CCH-6).
     *
     * Returns the remote's error if it fails for a reason other than unavailability, or if the cargo isn't cached.
     */
    public suspend fun fetch(
        trackingId: TrackingId,
        policy: CachePolicy = this.policy,
    ): Result<Fetched<Cargo>> = policy.fetch(
        cached = { cached(trackingId) },
        remote = { asked { remote.findByTrackingId(trackingId) } },
        refreshed = { refreshed(trackingId) },
    )

    /**
     * Finds a cargo according to the policy.
     *
     * The result may be stale; use `fetch` to find out.
     */
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = fetch(trackingId).map { it.value }

    /**
     * Saves a cargo at the remote.
     *
     * On success the cache stores it with the version that it now has at the remote (CCH-7).
     *
     * If the remote is unavailable the save fails; it isn't queued for later. If a failed save may have succeeded after
     * all, or if another writer was first, the cached entry is marked as in doubt (CCH-8).
     */
    override suspend fun save(cargo: Cargo): Result<Unit> = saving(cargo) { remote.save(cargo) }

    /** Returns a tracking id from the remote, because only the remote knows which ones are in use. */
    override suspend fun nextTrackingId(): Result<TrackingId> = remote.nextTrackingId()

    /**
     * Fetches a customer's cargos from the remote, or from the cache if the remote is unavailable.
     *
     * A list from the cache is always stale, and other cargos may be missing from it (CCH-9). Even `LOCAL_FIRST` asks
     * the remote first.
     */
    public suspend fun fetchForCustomer(
        customerId: CustomerId,
        policy: CachePolicy = this.policy,
    ): Result<Fetched<List<Cargo>>> = policy.ofLists.fetch(
        cached = { known(cache.findForCustomer(customerId), { it }) { list -> list.map { it.cargo } } },
        remote = { asked { remote.findForCustomer(customerId) } },
        refreshed = { kept({ it }) { remote.findForCustomer(customerId) } },
    )

    /**
     * Fetches a page of cargos from the remote, or from the cache if the remote is unavailable.
     *
     * A page from the cache is always stale, and other cargos may be missing from it (CCH-9). Even `LOCAL_FIRST` asks
     * the remote first.
     */
    public suspend fun fetchPage(
        after: TrackingId?,
        limit: Int,
        policy: CachePolicy = this.policy,
    ): Result<Fetched<Page<Cargo, TrackingId>>> = policy.ofLists.fetch(
        cached = {
            known(cache.findPage(after, limit), { it.items }) { page -> Page(page.items.map { it.cargo }, page.next) }
        },
        remote = { asked { remote.find(CargoQuery(), after, limit) } },
        refreshed = { kept({ it.items }) { remote.find(CargoQuery(), after, limit) } },
    )

    /**
     * Finds all cargos of a customer.
     *
     * Asks only the remote, because the cache may not hold all of them.
     */
    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        if (policy == CachePolicy.NO_CACHE) remote.findForCustomer(customerId)
        else kept({ it }) { remote.findForCustomer(customerId) }.map { it.value }

    /**
     * Reads a page of the cargos that meet a query's conditions.
     *
     * Asks only the remote, because the cache may not hold all of them, and caches its cargos unless the policy forbids
     * it.
     */
    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        if (policy == CachePolicy.NO_CACHE) remote.find(query, after, limit)
        else kept({ it.items }) { remote.find(query, after, limit) }.map { it.value }

    /** Runs a save and updates the cache according to its outcome. */
    internal suspend fun saving(cargo: Cargo, save: suspend () -> Result<Unit>): Result<Unit> {
        if (policy == CachePolicy.NO_CACHE) return save()
        val asOf = clock.now()
        fetches.beginSave(cargo.trackingId)
        var isAnswered = false
        try {
            val outcome = save()
            isAnswered = true
            fetches.overtake(cargo.trackingId)
            when (outcome) {
                is Result.Success -> keepSaved(cargo, asOf)
                is Result.Failure -> if (outcome.error.leavesDoubt) update(listOf(cargo.trackingId)) { _, old ->
                    old?.copy(isInDoubt = true)
                }
            }
            return outcome
        } finally {
            if (!isAnswered) {
                // The save was cancelled, so it may or may not have reached the remote.
                fetches.overtake(cargo.trackingId)
                distrust(listOf(cargo.trackingId))
            }
            fetches.endSave(cargo.trackingId)
        }
    }

    private suspend fun keepSaved(cargo: Cargo, asOf: Instant) {
        val stored = Version.next(cargo.version).then(cargo::storedAs)
        update(listOf(cargo.trackingId)) { _, old ->
            when (stored) {
                // Even if the new state is invalid, the old one is known to be outdated.
                is Result.Failure -> old?.copy(isInDoubt = true)
                is Result.Success -> if (old != null && old.cargo.version > stored.value.version) old else CachedCargo(
                    stored.value,
                    asOf,
                )
            }
        }
    }

    private suspend fun cached(trackingId: TrackingId): Fetched<Cargo>? {
        // Check this before reading the entry: a save that ends in between has already updated the entry.
        val isSettled = !fetches.isSaving(trackingId)
        // A cache that fails counts as empty (CCH-10).
        val entry = (cache.find(trackingId) as? Result.Success)?.value ?: return null
        val isFresh = !entry.isInDoubt && timeToLive.isFresh(entry.asOf, now = clock.now())
        val isTrusted = synchronized(distrusted) { trackingId.text !in distrusted }
        return Fetched(entry.cargo, entry.asOf, FetchSource.CACHE, isStale = !(isSettled && isFresh && isTrusted))
    }

    /** Asks the remote without changing the cache. */
    private suspend fun <T> asked(question: suspend () -> Result<T>): Result<Fetched<T>> =
        Fetched.asking(clock) { question() }

    /**
     * Asks the remote and caches the answer.
     *
     * Concurrent callers for the same cargo share one call.
     */
    private suspend fun refreshed(trackingId: TrackingId): Result<Fetched<Cargo>> {
        // A caller may already know that the save in progress succeeded. The answer to a call started earlier might not
        // show it, so don't join one.
        if (fetches.isSaving(trackingId)) return asked { remote.findByTrackingId(trackingId) }
        return fetches.join(trackingId) { fetch ->
            val answer = asked { remote.findByTrackingId(trackingId) }
            when (answer) {
                is Result.Success -> {
                    val entry = CachedCargo(answer.value.value, answer.value.asOf)
                    update(listOf(trackingId), isPast = { fetch.isOvertaken }) { _, _ -> entry }
                }
                is Result.Failure -> if (answer.error.code == Code.CARGO_NOT_FOUND) {
                    update(listOf(trackingId), isPast = { fetch.isOvertaken }) { _, _ -> null }
                }
            }
            answer
        }
    }

    /** Returns a list from the cache, as old as its oldest entry; `null` if it is empty. */
    private fun <L, T> known(answer: Result<L>, entries: (L) -> List<CachedCargo>, value: (L) -> T): Fetched<T>? {
        val list = (answer as? Result.Success)?.value ?: return null
        val oldest = entries(list).minOfOrNull { it.asOf } ?: return null
        return Fetched(value(list), oldest, FetchSource.CACHE, isStale = true)
    }

    /**
     * Asks the remote for a list and caches its cargos, unless a save ended in the meantime, which may have made some
     * of them outdated.
     */
    private suspend fun <L> kept(cargos: (L) -> List<Cargo>, question: suspend () -> Result<L>): Result<Fetched<L>> {
        val saves = fetches.saves
        val answer = asked(question)
        if (answer is Result.Success) {
            val entries = cargos(answer.value.value).associate { it.trackingId to CachedCargo(it, answer.value.asOf) }
            if (entries.isNotEmpty()) {
                update(entries.keys, isPast = { fetches.saves != saves }) { id, old -> entries[id] ?: old }
            }
        }
        return answer
    }

    /**
     * Updates cache entries, unless `isPast` returns true at that moment.
     *
     * If the cache fails, the call goes on without it. The entries don't count as fresh until they are next updated
     * (CCH-10).
     */
    private suspend fun update(
        trackingIds: Collection<TrackingId>,
        isPast: () -> Boolean = { false },
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ) {
        when (cache.update(trackingIds) { id, old -> if (isPast()) old else decide(id, old) }) {
            is Result.Success ->
                if (!isPast()) synchronized(distrusted) { trackingIds.forEach { distrusted -= it.text } }
            is Result.Failure -> distrust(trackingIds)
        }
    }

    private fun distrust(trackingIds: Collection<TrackingId>) =
        synchronized(distrusted) { trackingIds.forEach { distrusted += it.text } }
}

/**
 * Whether a save that failed with this error may have succeeded after all, or shows that the remote has a newer
 * version.
 */
internal val DomainError.leavesDoubt: Boolean get() = tier == ErrorTier.TECHNICAL || code == Code.CONCURRENCY_CONFLICT
