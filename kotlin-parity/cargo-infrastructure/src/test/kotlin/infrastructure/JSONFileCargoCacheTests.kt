package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargo
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.FetchSource
import io.github.cargokit.infrastructure.cache.JSONFileCargoCache
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.FaultInjection
import io.github.cargokit.testing.FaultInjection.Operation
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import java.nio.file.Files
import java.nio.file.Path
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

internal class JSONFileCargoCacheTests {
    private fun entry(id: String, day: Int = 1, isInDoubt: Boolean = false) =
        CachedCargo(
            Cargo.book(TrackingId.parse(id).value, customerId, specification(), day(1)).value,
            day(day),
            isInDoubt,
        )

    private suspend fun JSONFileCargoCache.put(vararg entries: CachedCargo) {
        val all = entries.associateBy { it.cargo.trackingId }
        update(all.keys) { id, _ -> all[id] }.value
    }

    private fun withCache(test: suspend (JSONFileCargoCache, Path) -> Unit) = inTemporaryDirectory { directory ->
        runBlocking {
            val cache = JSONFileCargoCache.open(directory.resolve("cache")).value
            test(cache, directory.resolve("cache"))
            cache.close().value
        }
    }

    @Test
    fun `entries are kept, replaced and removed, also for another program that opens the cache`() = withCache { cache, path ->
        expect(cache.find(trackingId).value, null)
        cache.put(entry("ABC123"), entry("OTHER", day = 2, isInDoubt = true))
        val again = JSONFileCargoCache.open(path).value
        expect(again.find(trackingId).value, entry("ABC123"))
        expect(again.find(TrackingId.parse("OTHER").value).value, entry("OTHER", day = 2, isInDoubt = true))
        again.put(entry("ABC123", day = 3))
        expect(cache.find(trackingId).value?.asOf, day(3))
        cache.update(listOf(trackingId)) { _, old -> old?.let { null } }.value
        expect(again.find(trackingId).value, null)
        again.close().value
        expect(again.find(trackingId).code, "store_unavailable")
    }

    @Test
    fun `an update that changes nothing writes nothing`() = withCache { cache, path ->
        cache.put(entry("ABC123"))
        val size = Files.size(path.resolve("seg-000001.jsonl"))
        cache.put(entry("ABC123"))
        expect(Files.size(path.resolve("seg-000001.jsonl")), size)
    }

    @Test
    fun `entries are listed by customer and in pages, without those that were removed`() = withCache { cache, _ ->
        cache.put(entry("CARGO2"), entry("CARGO1"), entry("CARGO3"))
        cache.update(listOf(TrackingId.parse("CARGO2").value)) { _, _ -> null }.value
        expect(cache.findForCustomer(customerId).value.map { it.cargo.trackingId.text }, listOf("CARGO1", "CARGO3"))
        val first = cache.findPage(after = null, limit = 1).value
        expect(first.items.map { it.cargo.trackingId.text } to first.next?.text, listOf("CARGO1") to "CARGO1")
        expect(cache.findPage(first.next, limit = 1).value.let { it.items.size to it.next }, 1 to null)
        expect(cache.findPage(after = null, limit = 0).code, "integer_out_of_range")
    }

    @Test
    fun `CCH-4 - without the remote, a restarted program finds what it cached`() = inTemporaryDirectory { directory ->
        runBlocking {
            val faults = FaultInjection()
            val remote = faults.wrapping(InMemoryStore({ day(1) }))
            remote.cargos.save(booked()).value
            val cache = JSONFileCargoCache.open(directory).value
            CachedCargoRepository(remote.cargos, cache, CachePolicy.REMOTE_FIRST).findByTrackingId(trackingId).value
            cache.close().value
            faults.fail(Operation.FIND_CARGO, DomainError.technical(Code.REMOTE_UNAVAILABLE))
            val again = JSONFileCargoCache.open(directory).value
            val found = CachedCargoRepository(remote.cargos, again, CachePolicy.REMOTE_FIRST).fetch(trackingId).value
            expect(found.source to found.value.version, FetchSource.CACHE to 1L)
            again.close().value
        }
    }

    @Test
    fun `CCH-10 - an entry that is damaged counts as missing, and the remote is asked`() = inTemporaryDirectory { directory ->
        runBlocking {
            val cache = JSONFileCargoCache.open(directory).value
            cache.put(entry("ABC123"))
            cache.close().value
            val segment = directory.resolve("seg-000001.jsonl")
            Files.writeString(
                segment,
                Files.readString(segment).replace("ABC123\",\"version\"", "ABC124\",\"version\""),
            )
            val again = JSONFileCargoCache.open(directory).value
            expect(again.find(trackingId).code, "corrupt_record")
            val store = InMemoryStore({ day(1) })
            store.cargos.save(booked()).value
            val cached = CachedCargoRepository(store.cargos, again, CachePolicy.LOCAL_FIRST, clock = { day(1) })
            expect(cached.fetch(trackingId).value.source, FetchSource.REMOTE)
            again.close().value
        }
    }
}
