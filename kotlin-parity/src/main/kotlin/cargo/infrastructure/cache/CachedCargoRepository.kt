package cargo.infrastructure.cache

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CargoRepository
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.ErrorTier
import cargo.domain.shared.Instant
import cargo.domain.shared.Page
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.map
import cargo.domain.shared.then
import cargo.infrastructure.system.SystemClock

/**
 * The cargos of a remote with a cache before it.
 *
 * The remote may be any repository, the cache any `CargoCache`. As a `CargoRepository` it answers as its policy says; the `fetch` functions say
 * besides from where the answer comes, how old it is and whether it is stale, and take another policy for one call. Rules CCH-1 to CCH-11.
 */
class CachedCargoRepository(
    private val remote: CargoRepository,
    private val cache: CargoCache,
    /** The policy of calls that name none, and of saves. */
    val policy: CachePolicy = CachePolicy.LOCAL_FIRST,
    private val timeToLive: TimeToLive = TimeToLive.ONE_MINUTE,
    private val clock: DomainClock = SystemClock,
) : CargoRepository {
    internal val flights = CargoFlights()

    /** Cargos whose entry could not be brought up to date, so that it must not count as fresh (CCH-10). */
    private val distrusted = HashSet<String>()

    /** A cargo, and from where and of when it is; the remote's failure where it is not unavailable, or nothing is cached (CCH-1 to CCH-6). */
    suspend fun fetch(trackingId: TrackingId, policy: CachePolicy = this.policy): Result<Fetched<Cargo>> = policy.fetch(
        cached = { cached(trackingId) },
        remote = { asked { remote.findByTrackingId(trackingId) } },
        refreshed = { refreshed(trackingId) },
    )

    /** A cargo as the policy finds it, perhaps a stale one: `fetch` tells. */
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = fetch(trackingId).map { it.value }

    /**
     * Saves at the remote; the cache takes what the remote accepted, as the version that it has there (CCH-7).
     *
     * Where the remote is unavailable that is the failure: nothing is saved for later. A failed save that may have gone through, or that another
     * one was faster than, leaves the entry in doubt (CCH-8).
     */
    override suspend fun save(cargo: Cargo): Result<Unit> = saving(cargo, isStored = { true }) { remote.save(cargo) }

    /** A tracking id from the remote, which alone knows those in use. */
    override suspend fun nextTrackingId(): Result<TrackingId> = remote.nextTrackingId()

    /**
     * A customer's cargos from the remote; where that is unavailable those that are cached, which are stale together: others may be missing
     * (CCH-9). `LOCAL_FIRST` asks the remote first here as well.
     */
    suspend fun fetchForCustomer(customerId: CustomerId, policy: CachePolicy = this.policy): Result<Fetched<List<Cargo>>> = policy.ofLists.fetch(
        cached = { known(cache.findForCustomer(customerId), { it }) { list -> list.map { it.cargo } } },
        remote = { asked { remote.findForCustomer(customerId) } },
        refreshed = { kept({ it }) { remote.findForCustomer(customerId) } },
    )

    /**
     * A page of cargos from the remote; where that is unavailable one of those that are cached, which are stale together: others may be missing
     * (CCH-9). `LOCAL_FIRST` asks the remote first here as well.
     */
    suspend fun fetchPage(
        after: TrackingId?,
        limit: Int,
        policy: CachePolicy = this.policy,
    ): Result<Fetched<Page<Cargo, TrackingId>>> = policy.ofLists.fetch(
        cached = { known(cache.findPage(after, limit), { it.items }) { page -> Page(page.items.map { it.cargo }, page.next) } },
        remote = { asked { remote.findPage(after, limit) } },
        refreshed = { kept({ it.items }) { remote.findPage(after, limit) } },
    )

    /** All cargos of a customer, from the remote alone: a cache cannot promise that these are all. */
    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        if (policy == CachePolicy.NO_CACHE) remote.findForCustomer(customerId)
        else kept({ it }) { remote.findForCustomer(customerId) }.map { it.value }

    /** A page of all cargos, from the remote alone: a cache cannot promise that it leaves none out. */
    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        if (policy == CachePolicy.NO_CACHE) remote.findPage(after, limit)
        else kept({ it.items }) { remote.findPage(after, limit) }.map { it.value }

    /** Does a save of a cargo and brings the cache up to date with its outcome. */
    internal suspend fun <T> saving(cargo: Cargo, isStored: (T) -> Boolean, save: suspend () -> Result<T>): Result<T> {
        if (policy == CachePolicy.NO_CACHE) return save()
        val asOf = clock.now()
        flights.beginSave(cargo.trackingId)
        var isAnswered = false
        try {
            val outcome = save()
            isAnswered = true
            flights.overtake(cargo.trackingId)
            when (outcome) {
                is Result.Success -> if (isStored(outcome.value)) keepSaved(cargo, asOf)
                is Result.Failure -> if (outcome.error.leavesDoubt) update(listOf(cargo.trackingId)) { _, old -> old?.copy(isInDoubt = true) }
            }
            return outcome
        } finally {
            if (!isAnswered) {
                // Of a save that was cancelled nobody knows how far it came.
                flights.overtake(cargo.trackingId)
                distrust(listOf(cargo.trackingId))
            }
            flights.endSave(cargo.trackingId)
        }
    }

    private suspend fun keepSaved(cargo: Cargo, asOf: Instant) {
        val stored = Version.next(cargo.version).then(cargo::storedAs)
        update(listOf(cargo.trackingId)) { _, old ->
            when (stored) {
                // Without a state to keep there is at least the knowledge that the old one is past.
                is Result.Failure -> old?.copy(isInDoubt = true)
                is Result.Success -> if (old != null && old.cargo.version > stored.value.version) old else CachedCargo(stored.value, asOf)
            }
        }
    }

    private suspend fun cached(trackingId: TrackingId): Fetched<Cargo>? {
        // Asked before the entry is read: a save that is over by then shows in the entry.
        val isSettled = !flights.isSaving(trackingId)
        // A cache that fails knows nothing (CCH-10).
        val entry = (cache.find(trackingId) as? Result.Success)?.value ?: return null
        val isFresh = !entry.isInDoubt && timeToLive.isFresh(entry.asOf, now = clock.now())
        val isTrusted = synchronized(distrusted) { trackingId.text !in distrusted }
        return Fetched(entry.cargo, entry.asOf, FetchSource.CACHE, isStale = !(isSettled && isFresh && isTrusted))
    }

    /** Asks the remote and leaves the cache alone. */
    private suspend fun <T> asked(question: suspend () -> Result<T>): Result<Fetched<T>> {
        val asOf = clock.now()
        return question().map { Fetched.remote(it, asOf) }
    }

    /** Asks the remote, together with all others who want the same cargo, and keeps the answer. */
    private suspend fun refreshed(trackingId: TrackingId): Result<Fetched<Cargo>> {
        // Whoever asks during a save may know already that it went through, which an answer to somebody else's question may not show.
        if (flights.isSaving(trackingId)) return asked { remote.findByTrackingId(trackingId) }
        return flights.join(trackingId) { flight ->
            val answer = asked { remote.findByTrackingId(trackingId) }
            when (answer) {
                is Result.Success -> {
                    val entry = CachedCargo(answer.value.value, answer.value.asOf)
                    update(listOf(trackingId), isPast = { flight.isOvertaken }) { _, _ -> entry }
                }
                is Result.Failure -> if (answer.error.code == Code.CARGO_NOT_FOUND) {
                    update(listOf(trackingId), isPast = { flight.isOvertaken }) { _, _ -> null }
                }
            }
            answer
        }
    }

    /** What a cache knows of a list, as old as the oldest of it; null where it knows nothing. */
    private fun <L, T> known(answer: Result<L>, entries: (L) -> List<CachedCargo>, value: (L) -> T): Fetched<T>? {
        val list = (answer as? Result.Success)?.value ?: return null
        val oldest = entries(list).minOfOrNull { it.asOf } ?: return null
        return Fetched(value(list), oldest, FetchSource.CACHE, isStale = true)
    }

    /** Asks the remote for a list and keeps its cargos, unless something was saved meanwhile: then some of them may be past. */
    private suspend fun <L> kept(cargos: (L) -> List<Cargo>, question: suspend () -> Result<L>): Result<Fetched<L>> {
        val saves = flights.saves
        val answer = asked(question)
        if (answer is Result.Success) {
            val entries = cargos(answer.value.value).associate { it.trackingId to CachedCargo(it, answer.value.asOf) }
            if (entries.isNotEmpty()) update(entries.keys, isPast = { flights.saves != saves }) { id, old -> entries[id] ?: old }
        }
        return answer
    }

    /**
     * Changes entries, unless what led to it is past when it comes to that.
     *
     * A cache that fails is passed over; its entries are not relied upon until the next change of them (CCH-10).
     */
    private suspend fun update(
        trackingIds: Collection<TrackingId>,
        isPast: () -> Boolean = { false },
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ) {
        when (cache.update(trackingIds) { id, old -> if (isPast()) old else decide(id, old) }) {
            is Result.Success -> if (!isPast()) synchronized(distrusted) { trackingIds.forEach { distrusted -= it.text } }
            is Result.Failure -> distrust(trackingIds)
        }
    }

    private fun distrust(trackingIds: Collection<TrackingId>) = synchronized(distrusted) { trackingIds.forEach { distrusted += it.text } }
}

/** Whether a save that failed so may have gone through, or shows that the remote has moved on. */
private val DomainError.leavesDoubt: Boolean get() = tier == ErrorTier.TECHNICAL || code == Code.CONCURRENCY_CONFLICT
