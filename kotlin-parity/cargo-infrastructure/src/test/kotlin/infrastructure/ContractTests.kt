package io.github.cargokit.infrastructure

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.environment.Repositories
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.application.retention.requiredRetention
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.needs
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.CachedHandlingUnitOfWork
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.testing.ContractCheck
import io.github.cargokit.testing.RepositoryContract
import io.github.cargokit.testing.code
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import java.util.TreeSet
import kotlin.io.path.ExperimentalPathApi
import kotlin.io.path.createTempDirectory
import kotlin.io.path.deleteRecursively
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** Every backend of this module keeps the contract, and one that doesn't is found out. */
internal class ContractTests {
    @TestFactory
    fun `in memory`() = promises { InMemoryStore() }

    @TestFactory
    fun `in memory, behind a cache`() = promises {
        val store = InMemoryStore()
        val cached = CachedCargoRepository(store.cargos, InMemoryCargoCache(), CachePolicy.REMOTE_FIRST)
        store.replacing(cached, CachedHandlingUnitOfWork(store.handlingUnitOfWork, cached))
    }

    @OptIn(ExperimentalPathApi::class)
    @TestFactory
    fun `in files`() = RepositoryContract.checks.map { check ->
        DynamicTest.dynamicTest("$check") {
            val directory = createTempDirectory("cargo-contract")
            runBlocking {
                val store = JSONFileStore.open(directory.resolve("store")).value
                check.run(store)
                store.close().value
            }
            directory.deleteRecursively()
        }
    }

    @Test
    fun `a store that overwrites what another writer saved breaks REP-2`() {
        val broken = brokenPromises { store ->
            object : CargoRepository by store {
                override suspend fun save(cargo: Cargo): Result<Unit> {
                    val actual = (store.findByTrackingId(cargo.trackingId) as? Result.Success)?.value?.version ?: 0
                    return store.save(if (actual == 0L) cargo else cargo.storedAs(actual).orElse { return it })
                }
            }
        }
        expect("REP-2" in broken, true)
    }

    @Test
    fun `a store that loses facts breaks REP-3`() {
        val broken = brokenPromises { store ->
            object : CargoRepository by store {
                override suspend fun save(cargo: Cargo): Result<Unit> =
                    store.save(cargo.storedAs(cargo.version).orElse { return it })
            }
        }
        expect("REP-3" in broken, true)
    }

    @Test
    fun `a store that forgets what it drew breaks REP-6`() {
        val broken = brokenPromises { store ->
            object : CargoRepository by store {
                override suspend fun nextTrackingId() = Result.Success(io.github.cargokit.testing.trackingId)
            }
        }
        expect(broken, setOf("REP-6", "VAL-ID-2"))
    }

    @Test
    fun `a store that finds cargos by what they once needed, or where they once lay, breaks REP-1`() {
        val broken = brokenPromises { store ->
            object : CargoRepository by store {
                private val everNeeding = HashMap<AttentionReason, TreeSet<String>>()

                override suspend fun save(cargo: Cargo): Result<Unit> = store.save(cargo).also {
                    for (need in cargo.needs) everNeeding.getOrPut(need) { TreeSet() } += cargo.trackingId.text
                }

                override suspend fun find(
                    query: CargoQuery,
                    after: TrackingId?,
                    limit: Int,
                ): Result<Page<Cargo, TrackingId>> {
                    val need = query.need ?: return store.find(query, after, limit)
                    val cargos = everNeeding[need].orEmpty().map {
                        store.findByTrackingId(TrackingId.parse(it).value).value
                    }
                    return Result.Success(Page.cut(cargos, after, limit) { it.trackingId })
                }
            }
        }
        expect("REP-1" in broken, true)
    }

    @Test
    fun `a store that keeps the last reservation of a key breaks REP-2 and UC-1`() {
        val broken = RepositoryContract.checks.filter { check ->
            val store = InMemoryStore()
            val forgetful = object : IdempotencyKeyRepository {
                private var last: BookingReservation? = null

                override suspend fun find(key: IdempotencyKey) = Result.Success(last)

                override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation) =
                    Result.Success(reservation.also { last = it })
            }
            isBroken(check, store.replacing(idempotencyKeys = forgetful))
        }
        expect(broken.flatMapTo(mutableSetOf()) { it.rules }, setOf("REP-2", "REP-7", "UC-1"))
    }

    private fun isBroken(check: ContractCheck, store: CargoStore): Boolean = try {
        runBlocking { check.run(store) }
        false
    } catch (_: AssertionError) {
        true
    }

    @Test
    fun `REP-11 - a store without retention says so, and the checks that need one fail`() {
        val store = Repositories(
            InMemoryStore().cargos, InMemoryStore().handlingEvents, InMemoryStore().handlingUnitOfWork,
            InMemoryStore().voyages, InMemoryStore().locations,
        )
        expect(store.requiredRetention().code, "removal_unsupported")
        val unsupported = RepositoryContract.checks.filter { !it.isSupported(store) }
        expect(unsupported.flatMapTo(sortedSetOf()) { it.rules }.toList(), listOf("REP-10", "REP-9"))
        for (check in unsupported) expect(isBroken(check, store), true)
        expect(RepositoryContract.checks.filter { !it.isSupported(InMemoryStore()) }, emptyList())
    }

    @Test
    fun `a store keeps its retention unless the repository of an aggregate is replaced`() {
        val store = InMemoryStore()
        expect(store.replacing(events = InMemoryStore().events).retention === store.retention, true)
        for (replaced in listOf(
            store.replacing(cargos = InMemoryStore().cargos), store.replacing(voyages = InMemoryStore().voyages),
            store.replacing(handlingEvents = InMemoryStore().handlingEvents),
            store.replacing(handlingUnitOfWork = InMemoryStore().handlingUnitOfWork),
            store.replacing(locations = InMemoryStore().locations),
        )) expect(replaced.retention, null)
        val given = InMemoryStore().retention
        expect(store.replacing(cargos = InMemoryStore().cargos, retention = given).retention === given, true)
    }

    @Test
    fun `a store that forgets that a cargo was removed, or trims nothing, breaks REP-9 and REP-10`() {
        val broken = RepositoryContract.checks.filter { check ->
            val store = InMemoryStore()
            val forgetful = object : StoreRetention by store.retention {
                override suspend fun place(trackingId: TrackingId) = Result.Success(null)

                override suspend fun trimEvents(through: Long) = Result.Success(Unit)
            }
            isBroken(check, store.replacing(retention = forgetful))
        }
        expect(broken.flatMapTo(mutableSetOf()) { it.rules }, setOf("REP-9", "REP-10"))
    }

    private fun promises(store: () -> CargoStore) = RepositoryContract.checks.filter { it.isSupported(store()) }
        .map { DynamicTest.dynamicTest("$it") { runBlocking { it.run(store()) } } }

    /** The rules that an in-memory store breaks with other repositories of cargos. */
    private fun brokenPromises(
        cargos: (CargoRepository) -> CargoRepository,
    ): Set<String> = RepositoryContract.checks.filter { check ->
        val store = InMemoryStore().let { it.replacing(cargos(it.cargos), it.handlingUnitOfWork) }
        check.isSupported(store) && isBroken(check, store)
    }.flatMapTo(mutableSetOf()) { it.rules }
}
