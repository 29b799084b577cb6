package io.github.cargokit.infrastructure

import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalManifest
import io.github.cargokit.infrastructure.jsonfile.StoreLocks.Place
import io.github.cargokit.testing.expect
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path
import org.junit.jupiter.api.Test

internal fun checksum(directory: Path): Int = Files.readAllBytes(
    directory.resolve(SEGMENT),
).let { io.github.cargokit.infrastructure.jsonfile.Checksum.of(it, 0, it.size) }

internal class DeadProcessTests {
    @Test
    fun `A save appended by a process that died during its sync is stored by another process, running or later`() {
        val cases = listOf(false, true).flatMap { isAlone -> listOf("sync", "publish").map { isAlone to it } }
        for ((isAlone, where) in cases) inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            journal.commit(save("A"))
            if (isAlone) journal.close()
            letDie(directory, "B", where)
            val survivor = if (isAlone) openJournal(directory) else journal
            // While others have the store open, the dead process's save isn't published before it is synced. A recovery
            // syncs it.
            expect(survivor.shown("A", "B"), listOf(1L, if (isAlone) 1L else 0L))
            expect(committing(survivor, "B").get(), "conflict")
            expect(survivor.shown("A", "B"), listOf(1L, 1L))
            expect(survivor.commit(save("C")), Journal.Outcome.Committed)
            expect(survivor.recoveredTails, emptyList())
            survivor.close()
        }
    }

    @Test
    fun `A partial save of a process that died during its append is quarantined by another process, running or later`() {
        for (isAlone in listOf(false, true)) inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            journal.commit(save("A"))
            if (isAlone) journal.close()
            val length = Files.size(directory.resolve(SEGMENT))
            letDie(directory, "B", "append")
            val survivor = if (isAlone) openJournal(directory) else journal
            expect(survivor.commit(save("B")), Journal.Outcome.Committed)
            expect(survivor.shown("A", "B"), listOf(1L, 1L))
            expect(survivor.recoveredTails.map { it.range.first }, listOf(length))
            expect(manifest(directory).active, 1L)
            survivor.close()
        }
    }

    @Test
    fun `If appended bytes disappear, the segment is sealed and the saves that wait for them fail`() {
        inTemporaryDirectory { directory ->
            val (one, other) = List(2) { openJournal(directory) }
            one.commit(save("A"))
            val durable = state(directory).sync.durable
            whileHeldElsewhere(directory, Place.SYNC) {
                expect(committing(one, "B").get(), "store_outcome_unknown")
            }
            FileChannel.open(directory.resolve(SEGMENT), java.nio.file.StandardOpenOption.WRITE).use { file ->
                file.write(java.nio.ByteBuffer.wrap(ByteArray(40)), durable + 10)
            }
            expect(committing(other, "C").get(), null)
            expect(manifest(directory).active, 2L)
            expect(manifest(directory).sealed.single().length, durable)
            expect(one.shown("A", "B", "C"), listOf(1L, 0L, 1L))
            one.close()
            other.close()
        }
    }
}

internal class OpeningTests {
    @Test
    fun `A cleanly closed store opens without a sync or a write`() {
        inTemporaryDirectory { directory ->
            openJournal(directory).use { it.commit(save("A")) }
            val medium = WatchedMedium()
            openJournal(directory, medium).use { expect(it.shown("A"), listOf(1L)) }
            expect(medium.syncs, 0)
            expect(medium.writes, emptyList())
        }
    }

    @Test
    fun `A store that wasn't closed is synced before it is read, and not opened if the sync fails`() {
        inTemporaryDirectory { directory ->
            letDie(directory, "B", "sync")
            val medium = WatchedMedium()
            medium.failsSyncs = true
            expect(failureCode { openJournal(directory, medium).close() }, "store_unavailable")
            medium.failsSyncs = false
            medium.writes.clear()
            openJournal(directory, medium).use { expect(it.shown("B"), listOf(1L)) }
            expect(medium.writes, listOf(0 until Files.size(directory.resolve(SEGMENT))))
        }
    }

    @Test
    fun `The first commit to a store of writer 1 upgrades its manifest to writer 2`() {
        inTemporaryDirectory { directory ->
            openJournal(directory).use { it.commit(save("A")) }
            val lines = Files.readAllLines(directory.resolve(SEGMENT))
            Files.write(directory.resolve(SEGMENT), lines.take(1))
            Files.write(directory.resolve("MANIFEST.json"), JournalManifest.FIRST.copy(minWriter = 1).bytes())
            Files.delete(directory.resolve("STATE"))
            openJournal(directory).use { journal ->
                expect(journal.shown("A"), listOf(1L))
                expect(manifest(directory).minWriter, 1L)
                expect(journal.commit(save("B")), Journal.Outcome.Committed)
                expect(manifest(directory), JournalManifest.FIRST.copy(minWriter = 2, generation = 2))
            }
        }
    }

    @Test
    fun `A store that was deleted and created again is reopened by processes that had it open`() {
        inTemporaryDirectory { directory ->
            val path = directory.resolve("store")
            val (one, other) = List(2) { openJournal(path) }
            one.commit(save("A"))
            expect(other.shown("A"), listOf(1L))
            path.toFile().deleteRecursively()
            val another = openJournal(path)
            another.commit(save("B"))
            expect(one.shown("A", "B"), listOf(0L, 1L))
            expect(other.commit(save("C")), Journal.Outcome.Committed)
            expect(another.shown("A", "B", "C"), listOf(0L, 1L, 1L))
            listOf(one, other, another).forEach { it.close() }
        }
    }

    @Test
    fun `Locks are held while the store is open, so another process opens it shared, and exclusively once it is closed`() {
        inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            journal.commit(save("A"))
            whileHeldElsewhere(directory, Place.OPEN, answer = "refused") {}
            journal.close()
            whileHeldElsewhere(directory, Place.OPEN, answer = "held") {}
        }
    }
}

private inline fun <T> Journal.use(body: (Journal) -> T): T = try {
    body(this)
} finally {
    close()
}
