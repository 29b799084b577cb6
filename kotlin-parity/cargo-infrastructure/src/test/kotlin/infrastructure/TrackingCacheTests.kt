package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.CachedHandlingEventRepository
import io.github.cargokit.infrastructure.cache.FetchSource
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.cache.JSONFileTrackingCache
import io.github.cargokit.infrastructure.cache.wrapping
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.FaultInjection
import io.github.cargokit.testing.FaultInjection.Operation
import io.github.cargokit.testing.FixedClock
import io.github.cargokit.testing.RepositoryContract
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

internal class TrackingCacheTests {
    private val clock = FixedClock(day(12))
    private val remote = InMemoryStore(clock)
    private val faults = FaultInjection()

    private fun goAway() {
        for (operation in Operation.entries) faults.fail(operation, DomainError.technical(Code.REMOTE_UNAVAILABLE))
    }

    /** A kit over a remote with one routed cargo, behind caches. */
    private fun withKit(
        policy: CachePolicy = CachePolicy.REMOTE_FIRST,
        test: suspend (CargoKit, JSONFileTrackingCache) -> Unit,
    ) = inTemporaryDirectory { directory ->
        runBlocking {
            val tracking = JSONFileTrackingCache.open(directory).value
            val store = faults.wrapping(remote)
            val cargos = CachedCargoRepository(store.cargos, InMemoryCargoCache(), policy, clock = clock)
            val kit = CargoKit(cargos.wrapping(store, tracking), clock)
            for (code in listOf("HKHKG", "USNYC", "SESTO")) {
                kit.registerLocation(port(code), LocationName.parse("Port $code").value).value
            }
            val sailings = listOf(
                voyage("V100", movement("HKHKG", 10, "USNYC", 20)),
                voyage("V200", movement("USNYC", 22, "SESTO", 30)),
            )
            for (sailing in sailings) kit.registerVoyage(sailing.number, sailing.schedule).value
            kit.book(port("HKHKG"), port("SESTO"), by = day(60), customerId, trackingId).value
            kit.assign(viaNewYork, trackingId).value
            kit.handle(RECEIVE, trackingId, at = port("HKHKG"), completed = day(9)).value
            test(kit, tracking)
            tracking.close().value
        }
    }

    @TestFactory
    fun `a store behind all caches keeps every promise`() = RepositoryContract.checks.filter {
        // What is removed from a store would stay in its caches.
        it.isSupported(InMemoryStore().run { replacing(CachedCargoRepository(cargos, InMemoryCargoCache())) })
    }.map { check ->
        DynamicTest.dynamicTest("$check") {
            inTemporaryDirectory { directory ->
                runBlocking {
                    val store = InMemoryStore()
                    val tracking = JSONFileTrackingCache.open(directory).value
                    val cargos = CachedCargoRepository(store.cargos, InMemoryCargoCache(), CachePolicy.REMOTE_FIRST)
                    check.run(cargos.wrapping(store, tracking))
                    tracking.close().value
                }
            }
        }
    }

    @Test
    fun `CCH-4 - a cargo that was tracked once is tracked while the remote is away`() = withKit { kit, _ ->
        val view = kit.track(trackingId).value
        goAway()
        expect(kit.track(trackingId).value, view)
        expect(view.origin.name.text to view.estimatedArrival, "Port HKHKG" to day(30))
        val load = kit.handle(LOAD, trackingId, at = port("HKHKG"), on = voyageNumber("V100"), completed = day(10))
        expect(load.code, "remote_unavailable")
    }

    @Test
    fun `CCH-4, CCH-9 - what wasn't cached isn't found while the remote is away`() = withKit { kit, _ ->
        goAway()
        expect(kit.location(port("HKHKG")).value.name.text, "Port HKHKG")
        expect(kit.location(port("DEHAM")).code, "remote_unavailable")
        expect(kit.store.voyages.findAll(listOf(voyageNumber("V100"), voyageNumber("V300"))).code, "remote_unavailable")
        expect(kit.locations().code, "remote_unavailable")
    }

    @Test
    fun `CCH-1, CCH-3, CCH-7 - a fresh history is answered from the cache, with what was saved`() =
        withKit(CachePolicy.LOCAL_FIRST) { kit, tracking ->
            val histories = CachedHandlingEventRepository(
                faults.wrapping(remote).handlingEvents, tracking, CachePolicy.LOCAL_FIRST, clock = clock,
            )
            val before = faults.calls(Operation.FIND_HISTORY)
            val fetched = histories.fetchHistory(trackingId).value
            expect(fetched.source to fetched.isStale, FetchSource.CACHE to false)
            expect(fetched.value.events.map { it.activity.type }, listOf(RECEIVE))
            expect(faults.calls(Operation.FIND_HISTORY), before)
            clock.advance(2.minutes).value
            expect(histories.fetchHistory(trackingId).value.source, FetchSource.REMOTE)
            kit.handle(LOAD, trackingId, at = port("HKHKG"), on = voyageNumber("V100"), completed = day(10)).value
            expect(histories.fetchHistory(trackingId).value.value.events.size, 2)
        }

    @Test
    fun `CCH-8 - a history whose save may have succeeded isn't fresh`() = withKit(
        CachePolicy.LOCAL_FIRST,
    ) { kit, tracking ->
        faults.loseResponse(Operation.SAVE_CARGO, DomainError.technical(Code.REMOTE_TIMEOUT), times = 1)
        val load = kit.handle(LOAD, trackingId, at = port("HKHKG"), on = voyageNumber("V100"), completed = day(10))
        expect(load.code, "remote_timeout")
        expect(tracking.history(trackingId)?.isInDoubt, true)
        expect(kit.handlingEvents(trackingId).value.size, 2)
        expect(tracking.history(trackingId)?.isInDoubt, false)
    }
}
