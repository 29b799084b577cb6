package io.github.cargokit.infrastructure

import io.github.cargokit.infrastructure.jsonfile.StoreLocks.Place
import io.github.cargokit.testing.expect
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CompletableFuture
import org.junit.jupiter.api.Test

internal fun lineCount(directory: Path) = Files.readAllLines(directory.resolve(SEGMENT)).size

internal class FailedSyncTests {
    @Test
    fun `A failed sync fails its save and those behind it definitely, and every process continues in a new segment`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (one, other, reader) =
                listOf(openJournal(directory, medium), openJournal(directory), openJournal(directory))
            one.commit(save("A"))
            other.commit(save("B"))
            medium.failsSyncs = true
            val gate = medium.stopNextSync()
            val first = committing(one, "C")
            gate.isReached.await()
            val second = committing(other, "D")
            until { lineCount(directory) == 4 }
            until { state(directory).append.end == Files.size(directory.resolve(SEGMENT)) }
            gate.isOpen.countDown()
            expect(first.get(), "store_unavailable")
            expect(second.get(), "store_unavailable")
            expect(reader.shown("A", "B", "C", "D"), listOf(1L, 1L, 0L, 0L))
            expect(manifest(directory).active, 2L)
            medium.failsSyncs = false
            expect(listOf(one, other).map { committing(it, if (it === one) "C" else "D").get() }, listOf(null, null))
            val journals = listOf(one, other, reader)
            expect(journals.map { it.shown("A", "B", "C", "D") }, List(3) { listOf(1L, 1L, 1L, 1L) })
            journals.forEach { it.close() }
            val again = openJournal(directory)
            expect(again.shown("A", "B", "C", "D"), listOf(1L, 1L, 1L, 1L))
            expect(again.index.nextSequence, 5L)
            again.close()
        }
    }

    @Test
    fun `If the manifest can't be replaced either, the outcome is unknown until the next writer syncs everything again and all processes show it`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (one, other) = listOf(openJournal(directory, medium), openJournal(directory))
            one.commit(save("A"))
            medium.failsSyncs = true
            medium.failsNames = true
            expect(committing(one, "B").get(), "store_outcome_unknown")
            expect(state(directory).sync.isSyncing, true)
            expect(other.shown("A", "B"), listOf(1L, 0L))
            expect(committing(other, "C").get(), null)
            expect(state(directory).sync.isSyncing, false)
            expect(one.shown("A", "B", "C"), listOf(1L, 1L, 1L))
            one.close()
            other.close()
        }
    }

    @Test
    fun `After a sync fails in another process, the bytes it covered are written again before the next sync`() {
        inTemporaryDirectory { directory ->
            val (failing, watched) = listOf(WatchedMedium(), WatchedMedium())
            val (one, other) = listOf(openJournal(directory, failing), openJournal(directory, watched))
            one.commit(save("A"))
            other.commit(save("B"))
            val durable = state(directory).sync.durable
            failing.failsSyncs = true
            failing.failsNames = true
            expect(committing(one, "C").get(), "store_outcome_unknown")
            val appended = state(directory).append.end
            watched.writes.clear()
            expect(committing(other, "D").get(), null)
            expect(
                watched.writes,
                listOf(appended until state(directory).append.end, durable until state(directory).append.end),
            )
            one.close()
            other.close()
        }
    }

    @Test
    fun `Bytes that weren't durable when a process opened the segment are written again before its sync`() {
        inTemporaryDirectory { directory ->
            val (stopped, watched) = listOf(WatchedMedium(), WatchedMedium())
            val (one, other) = listOf(openJournal(directory, stopped), openJournal(directory, watched))
            one.commit(save("A"))
            val durable = state(directory).sync.durable
            // This commit is appended, but its sync hasn't begun, because another process holds the lock.
            var late: CompletableFuture<String?>? = null
            whileHeldElsewhere(directory, Place.SYNC) {
                late = committing(one, "B")
                until { state(directory).append.end > durable }
                expect(checkNotNull(late).get(), "store_outcome_unknown")
            }
            val witness = state(directory).append.end
            expect(committing(other, "C").get(), null)
            expect(watched.writes.drop(1), listOf(durable until witness))
            expect(one.shown("A", "B", "C"), listOf(1L, 1L, 1L))
            one.close()
            other.close()
        }
    }

    @Test
    fun `A manifest whose replacement may not be durable is replaced again before anything is appended`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (one, other) = listOf(openJournal(directory), openJournal(directory, medium))
            one.commit(save("A"))
            val sealed = manifest(directory).sealing(state(directory).sync.durable, checksum(directory), 1)
            Files.createFile(directory.resolve("seg-000002.jsonl"))
            Files.write(directory.resolve("MANIFEST.json"), sealed.bytes())
            expect(other.shown("A"), listOf(1L))
            medium.failsNames = true
            expect(committing(other, "B").get(), "store_unavailable")
            expect(Files.size(directory.resolve("seg-000002.jsonl")), 0L)
            medium.failsNames = false
            expect(committing(other, "B").get(), null)
            expect(manifest(directory).generation > sealed.generation, true)
            expect(state(directory).sync.generation, manifest(directory).generation)
            expect(state(directory).sync.segment, 2L)
            expect(one.shown("A", "B"), listOf(1L, 1L))
            one.close()
            other.close()
        }
    }

    @Test
    fun `If a full disk took the whole save nevertheless, the save is removed and reported as store_full`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val journal = openJournal(directory, medium)
            journal.commit(save("A"))
            val length = Files.size(directory.resolve(SEGMENT))
            val syncs = medium.syncs
            medium.failsWritesWith = "No space left on device"
            expect(committing(journal, "B").get(), "store_full")
            medium.failsWritesWith = null
            expect(Files.size(directory.resolve(SEGMENT)), length)
            expect(medium.syncs, syncs + 1)
            expect(committing(journal, "B").get(), null)
            journal.close()
        }
    }
}
