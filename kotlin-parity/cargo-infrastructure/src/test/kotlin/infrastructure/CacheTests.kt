package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargo
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.CachedHandlingUnitOfWork
import io.github.cargokit.infrastructure.cache.CargoCache
import io.github.cargokit.infrastructure.cache.FetchSource
import io.github.cargokit.infrastructure.cache.Fetched
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.cache.TimeToLive
import io.github.cargokit.infrastructure.cache.meansUnavailable
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.cancellation.CancellationException
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.coroutines.startCoroutine
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import org.junit.jupiter.api.Test

private val offline = DomainError.technical(Code.REMOTE_UNAVAILABLE)

/** A remote that can fail, a cache whose entries live for 1000 milliseconds, and a clock that tests can set. */
private class CacheWorld(policy: CachePolicy = CachePolicy.LOCAL_FIRST, entries: List<CachedCargo> = emptyList()) {
    var now = day(1)
    var failure: DomainError? = null
    var isCacheBroken = false
    var asked = 0
    val store = InMemoryStore(DomainClock { now }, SequenceTrackingIdGenerator(emptyList()))
    val cache = InMemoryCargoCache(entries)
    val cargos = CachedCargoRepository(Remote(), Breakable(), policy, TimeToLive.of(1000).value, DomainClock { now })

    fun storedElsewhere(cargo: Cargo): Cargo {
        awaited { store.cargos.save(cargo) }.value
        return awaited { store.cargos.findByTrackingId(cargo.trackingId) }.value
    }

    fun fetch(policy: CachePolicy = cargos.policy) = awaited { cargos.fetch(trackingId, policy) }

    private inline fun <T> asking(call: () -> Result<T>): Result<T> {
        asked++
        return failure?.let { Result.Failure(it) } ?: call()
    }

    private inner class Remote : CargoRepository {
        override suspend fun findByTrackingId(trackingId: TrackingId) =
            asking { store.cargos.findByTrackingId(trackingId) }
        override suspend fun save(cargo: Cargo) = asking { store.cargos.save(cargo) }
        override suspend fun nextTrackingId() = asking { store.cargos.nextTrackingId() }
        override suspend fun findForCustomer(customerId: CustomerId) =
            asking { store.cargos.findForCustomer(customerId) }
        override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int) =
            asking { store.cargos.find(query, after, limit) }
    }

    private inner class Breakable : CargoCache {
        private inline fun <T> unlessBroken(call: () -> Result<T>): Result<T> =
            if (isCacheBroken) Result.Failure(DomainError.technical(Code.STORE_FULL)) else call()

        override suspend fun find(trackingId: TrackingId) = unlessBroken { cache.find(trackingId) }
        override suspend fun update(
            trackingIds: Collection<TrackingId>,
            decide: (TrackingId, CachedCargo?) -> CachedCargo?,
        ) =
            unlessBroken { cache.update(trackingIds, decide) }
        override suspend fun findForCustomer(customerId: CustomerId) =
            unlessBroken { cache.findForCustomer(customerId) }
        override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>> =
            unlessBroken { cache.findPage(after, limit) }
    }
}

/** A remote that answers a question when the test tells it to, with the answer the test chooses. */
private class HeldRemote(
    private val saves: CargoRepository =
        InMemoryStore(DomainClock { day(1) }, SequenceTrackingIdGenerator(emptyList())).cargos,
) :
    CargoRepository by saves {
    val calls = ArrayList<Continuation<Result<Cargo>>>()

    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = suspendCoroutine { calls += it }
}

/** A running coroutine and its outcome. */
private class Caller<T>(block: suspend () -> T) {
    var outcome: kotlin.Result<T>? = null

    init {
        block.startCoroutine(Continuation(EmptyCoroutineContext) { outcome = it })
    }
}

/** Returns the result of a block that never suspends. */
private fun <T> awaited(block: suspend () -> T): T = checkNotNull(Caller(block).outcome) { "suspended" }.getOrThrow()

/** Returns a cargo as if it were loaded from storage with a version. */
private fun stored(version: Long): Cargo = booked().storedAs(version).value

private fun later(milliseconds: Long): Instant = day(1).advancedBy(milliseconds).value

internal class CacheTests {
    @Test
    fun `CCH-1, CCH-3 - a fetched cargo is served from the cache until its time to live ends, then fetched again`() {
        val world = CacheWorld()
        val first = world.storedElsewhere(booked())
        expect(world.fetch().value, Fetched(first, day(1), FetchSource.REMOTE, isStale = false))
        val second = world.storedElsewhere(first.assignedTo(viaNewYork).value)
        world.now = later(999)
        expect(world.fetch().value, Fetched(first, day(1), FetchSource.CACHE, isStale = false))
        expect(world.asked, 1)
        world.now = later(1000)
        expect(world.fetch().value, Fetched(second, later(1000), FetchSource.REMOTE, isStale = false))
    }

    @Test
    fun `CCH-2 - noCache neither reads nor changes the cache, remoteFirst asks the remote each time and caches the result`() {
        val world = CacheWorld(entries = listOf(CachedCargo(stored(7), day(1))))
        val first = world.storedElsewhere(booked())
        expect(world.fetch(CachePolicy.NO_CACHE).value.value, first)
        expect(world.cache.all, listOf(CachedCargo(stored(7), day(1))))
        repeat(2) { expect(world.fetch(CachePolicy.REMOTE_FIRST).value.source, FetchSource.REMOTE) }
        expect(world.cache.all, listOf(CachedCargo(first, day(1))))
        expect(world.asked, 3)
    }

    @Test
    fun `CCH-3 - a value is fresh while it is younger than its time to live, which is 0 to 2^53−1 milliseconds`() {
        val second = TimeToLive.of(1000).value
        expect(
            listOf(-1L, 0, 999, 1000).map { second.isFresh(day(2), day(2).advancedBy(it).value) },
            listOf(false, true, true, false),
        )
        expect(TimeToLive.of(-1).code, "integer_out_of_range")
        expect(TimeToLive.of(9_007_199_254_740_992).code, "integer_out_of_range")
    }

    @Test
    fun `CCH-4 - only unavailability of the remote falls back to the cached value`() {
        expect(
            Code.entries.filter { DomainError.technical(it).meansUnavailable },
            listOf(Code.REMOTE_TIMEOUT, Code.REMOTE_UNAVAILABLE, Code.STORE_LOCKED, Code.STORE_UNAVAILABLE),
        )
        for (code in Code.entries) {
            val world = CacheWorld(CachePolicy.REMOTE_FIRST, listOf(CachedCargo(stored(1), day(1))))
            world.failure = DomainError.technical(code)
            world.now = later(1000)
            val cached: Result<Fetched<Cargo>> =
                Result.Success(Fetched(stored(1), day(1), FetchSource.CACHE, isStale = true))
            val isGone = code == Code.CARGO_NOT_FOUND
            expect(
                world.fetch(),
                if (DomainError.technical(code).meansUnavailable) cached
                else Result.Failure(DomainError.technical(code)),
            )
            expect(world.cache.all.size, if (isGone) 0 else 1)
        }
    }

    @Test
    fun `CCH-5, CCH-6 - the cache accepts any version from the remote and drops what the remote doesn't have`() {
        val world = CacheWorld(CachePolicy.REMOTE_FIRST, listOf(CachedCargo(stored(7), day(1))))
        expect(world.fetch().code, "cargo_not_found")
        expect(world.cache.all, emptyList())
        val first = world.storedElsewhere(booked())
        awaited { world.cache.update(listOf(trackingId)) { _, _ -> CachedCargo(stored(7), day(1)) } }
        world.now = later(5)
        world.fetch().value
        expect(world.cache.all, listOf(CachedCargo(first, later(5))))
    }

    @Test
    fun `CCH-7 - a cargo that the remote saved is cached as its next version, an offline save saves nothing`() {
        val world = CacheWorld()
        world.failure = offline
        expect(awaited { world.cargos.save(booked()) }, Result.Failure(offline))
        expect(world.cache.all, emptyList())
        world.failure = null
        awaited { world.cargos.save(booked()) }.value
        expect(world.cache.all, listOf(CachedCargo(stored(1), day(1))))
        expect(world.fetch().value.source, FetchSource.CACHE)
    }

    @Test
    fun `CCH-7 - saving an event and its cargo at the remote caches the cargo, a conflict changes nothing`() {
        val world = CacheWorld()
        val cargo = world.storedElsewhere(booked())
        val event = event(HandlingType.RECEIVE, "HKHKG", done = 2)
        val past = HandlingHistory.create(trackingId, emptyList()).value
        val received = cargo.derivingDeliveryProgress(history(event)).value
        val unit = CachedHandlingUnitOfWork(checkNotNull(world.store.handlingUnitOfWork), world.cargos)
        awaited { unit.save(event, past, received) }.value
        expect(
            world.cache.all.map { it.cargo },
            listOf(awaited { world.store.cargos.findByTrackingId(trackingId) }.value),
        )
        expect(awaited { unit.save(event, past, received) }.code, "concurrency_conflict")
        expect(world.cache.all.map { it.cargo.version }, listOf(2L))
    }

    @Test
    fun `CCH-7 - during a save no cached value is fresh and no call is shared`() {
        val remote = HeldRemote()
        val cache = InMemoryCargoCache(listOf(CachedCargo(stored(1), day(1))))
        val cargos = CachedCargoRepository(remote, cache, clock = DomainClock { day(1) })
        cargos.fetches.beginSave(trackingId)
        val callers = List(2) { Caller { cargos.fetch(trackingId) } }
        expect(remote.calls.size, 2)
        for (call in remote.calls) call.resume(Result.Success(stored(2)))
        for (caller in callers) expect(caller.outcome?.getOrThrow()?.value?.value?.version, 2L)
        expect(cache.all.map { it.cargo.version }, listOf(1L))
        cargos.fetches.endSave(trackingId)
        expect(awaited { cargos.fetch(trackingId) }.value.source, FetchSource.CACHE)
    }

    @Test
    fun `CCH-8 - after a conflict or a save with an unknown outcome the entry is stale, whatever its age`() {
        val failures = listOf(
            null,
            Code.REMOTE_TIMEOUT,
            Code.REMOTE_REJECTED,
        ).map { it?.let { code -> DomainError.technical(code) } }
        for (failure in failures) {
            val world = CacheWorld(entries = listOf(CachedCargo(stored(1), day(1))))
            world.storedElsewhere(world.storedElsewhere(booked()).assignedTo(viaNewYork).value)
            world.failure = failure
            expect(awaited { world.cargos.save(stored(1)) }.code, failure?.code?.text ?: "concurrency_conflict")
            expect(world.cache.all, listOf(CachedCargo(stored(1), day(1), isInDoubt = true)))
            world.failure = offline
            expect(world.fetch().value, Fetched(stored(1), day(1), FetchSource.CACHE, isStale = true))
            world.failure = null
            expect(world.fetch().value.value.version, 2L)
        }
    }

    @Test
    fun `CCH-9 - a list comes from the remote and is cached, without the remote the cached list is stale, a plain list is never cached`() {
        val world = CacheWorld()
        val first = world.storedElsewhere(booked())
        expect(
            awaited { world.cargos.fetchForCustomer(customerId) }.value,
            Fetched(listOf(first), day(1), FetchSource.REMOTE, isStale = false),
        )
        world.failure = offline
        expect(
            awaited { world.cargos.fetchForCustomer(customerId) }.value,
            Fetched(listOf(first), day(1), FetchSource.CACHE, isStale = true),
        )
        val page = awaited { world.cargos.fetchPage(null, 9) }.value
        expect(page.value.items to page.isStale, listOf(first) to true)
        expect(awaited { world.cargos.fetchPage(trackingId, 9) }, Result.Failure(offline))
        expect(awaited { world.cargos.findForCustomer(customerId) }, Result.Failure(offline))
        expect(awaited { world.cargos.find(CargoQuery(), null, 9) }, Result.Failure(offline))
    }

    @Test
    fun `CCH-10 - a failing cache is bypassed, and entries it failed to update aren't served as fresh`() {
        val world = CacheWorld()
        val first = world.storedElsewhere(booked())
        world.fetch().value
        world.isCacheBroken = true
        awaited { world.cargos.save(first.assignedTo(viaNewYork).value) }.value
        expect(world.fetch().value.value.version, 2L)
        awaited { world.cache.update(listOf(trackingId)) { _, _ -> CachedCargo(first, day(1)) } }
        world.isCacheBroken = false
        expect(world.fetch().value.source, FetchSource.REMOTE)
        expect(world.fetch().value.source, FetchSource.CACHE)
    }

    @Test
    fun `CCH-11 - concurrent misses of one cargo share one call and its result`() {
        val remote = HeldRemote()
        val cargos = CachedCargoRepository(remote, InMemoryCargoCache(), clock = DomainClock { day(1) })
        val callers = List(20) { Caller { cargos.fetch(trackingId) } }
        expect(remote.calls.size, 1)
        expect(cargos.fetches.followers(trackingId), 19)
        remote.calls[0].resume(Result.Success(stored(3)))
        for (caller in callers) expect(caller.outcome?.getOrThrow()?.value?.value?.version, 3L)
    }

    @Test
    fun `CCH-11 - if the calling task is cancelled, another waiting caller repeats the call`() {
        val remote = HeldRemote()
        val cache = InMemoryCargoCache(listOf(CachedCargo(stored(1), day(1), isInDoubt = true)))
        val cargos = CachedCargoRepository(remote, cache, clock = DomainClock { day(1) })
        val callers = List(3) { Caller { cargos.fetch(trackingId) } }
        remote.calls[0].resumeWithException(CancellationException())
        expect(callers[0].outcome?.exceptionOrNull() is CancellationException, true)
        expect(remote.calls.size to cargos.fetches.followers(trackingId), 2 to 1)
        remote.calls[1].resume(Result.Success(stored(2)))
        for (caller in callers.drop(1)) expect(caller.outcome?.getOrThrow()?.value?.value?.version, 2L)
        expect(cache.all.map { it.cargo.version }, listOf(2L))
    }

    @Test
    fun `CCH-11 - a waiting caller that is cancelled stops waiting, and the others get the answer`() {
        val remote = HeldRemote()
        val cargos = CachedCargoRepository(remote, InMemoryCargoCache(), clock = DomainClock { day(1) })
        val answers = ArrayList<Long>()
        val callers = List(3) {
            CoroutineScope(Dispatchers.Unconfined).launch { answers += cargos.fetch(trackingId).value.value.version }
        }
        expect(cargos.fetches.followers(trackingId), 2)
        callers[1].cancel()
        expect(cargos.fetches.followers(trackingId), 1)
        remote.calls[0].resume(Result.Success(stored(3)))
        expect(answers, listOf(3L, 3L))
        expect(callers.map { it.isCancelled to it.isCompleted }, listOf(false to true, true to true, false to true))
    }

    @Test
    fun `CCH-7, CCH-11 - a result that a save overtook isn't cached, and a caller after the save doesn't get it`() {
        val remote = HeldRemote()
        val cache = InMemoryCargoCache()
        val cargos = CachedCargoRepository(remote, cache, CachePolicy.REMOTE_FIRST, clock = DomainClock { day(1) })
        val early = Caller { cargos.fetch(trackingId) }
        awaited { cargos.save(booked()) }.value
        val late = Caller { cargos.fetch(trackingId) }
        remote.calls[1].resume(Result.Success(stored(2)))
        remote.calls[0].resume(Result.Failure(DomainError.cargoNotFound(trackingId)))
        expect(late.outcome?.getOrThrow()?.value?.value?.version, 2L)
        expect(early.outcome?.getOrThrow()?.code, "cargo_not_found")
        expect(cache.all.map { it.cargo.version }, listOf(2L))
    }
}
