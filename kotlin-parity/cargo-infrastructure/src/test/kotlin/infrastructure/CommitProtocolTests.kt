package io.github.cargokit.infrastructure

import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalManifest
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
import io.github.cargokit.infrastructure.jsonfile.StoreLocks.Place
import io.github.cargokit.infrastructure.jsonfile.StoreState
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import org.junit.jupiter.api.Test

private const val SEGMENT = "seg-000001.jsonl"

private fun save(id: String, expected: Long = 0) = listOf(write(RecordKind.CARGO, id, expected, "x", null, "Saved"))

/** Returns the versions of some ids that a journal currently publishes. */
private fun Journal.shown(vararg ids: String): List<Long> {
    refresh()
    return ids.map { version(RecordKind.CARGO, it) }
}

private fun manifest(directory: Path) = JournalManifest.parse(Files.readAllBytes(directory.resolve("MANIFEST.json")), "MANIFEST.json")

private fun state(directory: Path): StoreState = Files.readAllBytes(directory.resolve("STATE")).let {
    StoreState(checkNotNull(StoreState.append(it)), checkNotNull(StoreState.sync(it)))
}

/** Waits until another thread makes a condition true. */
private fun until(condition: () -> Boolean) {
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300)
    while (!condition()) {
        if (System.nanoTime() > deadline) throw AssertionError("it did not come about")
        Thread.sleep(1)
    }
}

/** Commits on a separate thread. Returns the code of the failure; null on success. */
private fun committing(journal: Journal, id: String, expected: Long = 0): CompletableFuture<String?> {
    val code = CompletableFuture<String?>()
    thread {
        code.complete(
            when (val outcome = StoreFailure.catching { journal.commit(save(id, expected)) }) {
                is Result.Success -> if (outcome.value is Journal.Outcome.Conflict) "conflict" else null
                is Result.Failure -> outcome.error.code.text
            },
        )
    }
    return code
}

/** A medium that records its calls, and whose data syncs can be held and made to fail. */
private class WatchedMedium : Medium() {
    var syncs = 0
    val writes = ArrayList<LongRange>()
    var failsSyncs = false
    var failsNames = false
    var failsWritesWith: String? = null
    private var gate: Gate? = null

    class Gate {
        val isReached = CountDownLatch(1)
        val isOpen = CountDownLatch(1)
    }

    /** Holds the next data sync until the gate is opened. */
    fun stopNextSync() = Gate().also { gate = it }

    override fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        writes += offset until offset + bytes.size
        super.write(file, bytes, offset)
        failsWritesWith?.let { throw IOException(it) }
    }

    override fun sync(file: FileChannel, withName: Boolean) {
        if (withName) {
            if (failsNames) throw IOException("Input/output error")
            return
        }
        syncs++
        val stopped = gate
        gate = null
        stopped?.isReached?.countDown()
        stopped?.isOpen?.await()
        if (failsSyncs) throw IOException("Input/output error")
    }
}

/** Saves a cargo in a store, and dies during the sync or in the middle of the append. */
internal object DyingWriter {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val (directory, id, where) = arguments
        val medium = object : Medium() {
            override fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
                if (where == "append" && bytes.size > 150) {
                    super.write(file, bytes.copyOf(bytes.size / 2), offset)
                    Runtime.getRuntime().halt(9)
                }
                super.write(file, bytes, offset)
            }

            override fun publish(file: FileChannel, bytes: ByteArray, offset: Long) {
                if (where == "publish" && bytes.size == 64) Runtime.getRuntime().halt(9)
                super.publish(file, bytes, offset)
            }

            override fun sync(file: FileChannel, withName: Boolean) {
                if (where == "sync" && !withName) Runtime.getRuntime().halt(9)
                super.sync(file, withName)
            }
        }
        openJournal(Path.of(directory), medium).commit(listOf(write(RecordKind.CARGO, id, 0, "y".repeat(200))))
    }
}

private fun letDie(directory: Path, id: String, where: String) {
    val process = startProgram("io.github.cargokit.infrastructure.DyingWriter", directory.toString(), id, where)
    expect(process.waitFor(300, TimeUnit.SECONDS), true)
    expect(process.exitValue(), 9)
}

internal class StateTests {
    val append = StoreState.Append(sequence = 7, segment = 4_000_000_000, end = 8_105)
    val sync = StoreState.Sync(sequence = 8, isSyncing = true, generation = 3, segment = 2, durable = 1L shl 40)
    fun file(vararg copies: Pair<Long, ByteArray>) = ByteArray(StoreState.FILE_LENGTH).also { file ->
        for ((offset, bytes) in copies) bytes.copyInto(file, offset.toInt())
    }

    @Test
    fun `Both slots of the state file survive a round trip, each sequence in its own slot`() {
        expect(append.copy.first, 64L)
        expect(append.copy(sequence = 8).copy.first, 0L)
        expect(sync.copy.first, 128L)
        expect(sync.copy(sequence = 9).copy.first, 192L)
        val bytes = file(append.copy, sync.copy)
        expect(StoreState.append(bytes), append)
        expect(StoreState.sync(bytes), sync)
        expect(String(bytes, 64, 4) + String(bytes, 128, 4), "CJA1CJS1")
    }

    @Test
    fun `A golden state file is read, so the layout matches other languages`() {
        val bytes = Files.readAllBytes(Path.of("../../spec/files/v1/state-ahead/store/STATE"))
        expect(StoreState.append(bytes), StoreState.Append(6, 1, 8534))
        expect(StoreState.sync(bytes), StoreState.Sync(6, true, 9, 1, 8034))
        expect(file(StoreState.Append(6, 1, 8534).copy, StoreState.Sync(6, true, 9, 1, 8034).copy).toList(), bytes.toList())
    }

    @Test
    fun `The slot with the higher sequence counts, or the other one if the newer slot is torn`() {
        val newer = sync.copy(sequence = 9, durable = 5)
        val bytes = file(append.copy, sync.copy, newer.copy)
        expect(StoreState.sync(bytes), newer)
        for (offset in 192 until 256) {
            val torn = bytes.copyOf().also { it[offset] = (it[offset] + 1).toByte() }
            expect(StoreState.sync(torn), sync)
        }
    }

    @Test
    fun `Garbage of any length, and numbers that no store can have, aren't a slot`() {
        expect(StoreState.append(ByteArray(StoreState.FILE_LENGTH)), null)
        expect(StoreState.sync(ByteArray(200) { it.toByte() }), null)
        expect(StoreState.sync(ByteArray(0)), null)
        expect(StoreState.sync(file(sync.copy(durable = -1).copy)), null)
        expect(StoreState.sync(file(sync.copy(sequence = -2).copy)), null)
    }

    @Test
    fun `A state file that breaks while the store is open stops reads and writes, and the next exclusive open recreates it`() {
        inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            journal.commit(save("A"))
            Files.write(directory.resolve("STATE"), ByteArray(StoreState.FILE_LENGTH) { 7 })
            expect(failureCode { journal.refresh() }, "store_unavailable")
            expect(failureCode { journal.commit(save("B")) }, "store_unavailable")
            journal.close()
            val again = openJournal(directory)
            expect(again.shown("A", "B"), listOf(1L, 0L))
            expect(again.commit(save("B")), Journal.Outcome.Committed)
            again.close()
        }
    }
}

internal class SharedSyncTests {
    @Test
    fun `A save is invisible until its sync ends, and visible to all once it is acknowledged`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (writer, reader) = listOf(openJournal(directory, medium), openJournal(directory))
            writer.commit(save("A"))
            val gate = medium.stopNextSync()
            val saving = committing(writer, "A", expected = 1)
            gate.isReached.await()
            expect(reader.shown("A"), listOf(1L))
            expect(state(directory).sync.isSyncing, true)
            expect(state(directory).append.end > state(directory).sync.durable, true)
            gate.isOpen.countDown()
            expect(saving.get(), null)
            expect(reader.shown("A"), listOf(2L))
            expect(state(directory).sync.isSyncing, false)
            writer.close()
            reader.close()
        }
    }

    @Test
    fun `Saves appended during a sync share the next one`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val journals = List(4) { openJournal(directory, medium) }
            // Each journal has the segment open, so that none needs to rewrite what the others wrote.
            journals.forEachIndexed { place, journal -> journal.commit(save("A$place")) }
            val before = medium.syncs
            val gate = medium.stopNextSync()
            val first = committing(journals[0], "B0")
            gate.isReached.await()
            val others = (1..3).map { committing(journals[it], "B$it") }
            until { Files.size(directory.resolve(SEGMENT)) == state(directory).append.end && lineCount(directory) == 8 }
            gate.isOpen.countDown()
            expect((others + first).map { it.get() }, List(4) { null })
            expect(medium.syncs - before, 2)
            expect(journals[3].shown("B0", "B1", "B2", "B3"), List(4) { 1L })
            journals.forEach { it.close() }
        }
    }

    @Test
    fun `A conflict is reported after the conflicting record is durable`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (one, other) = listOf(openJournal(directory, medium), openJournal(directory))
            one.commit(save("A"))
            val gate = medium.stopNextSync()
            val saving = committing(one, "A", expected = 1)
            gate.isReached.await()
            val beaten = committing(other, "A", expected = 1)
            until { Thread.getAllStackTraces().values.any { stack -> stack.any { it.methodName == "settle" } && stack.any { it.methodName == "pause" } } }
            expect(beaten.isDone, false)
            gate.isOpen.countDown()
            expect(saving.get(), null)
            expect(beaten.get(), "conflict")
            one.close()
            other.close()
        }
    }
}

private fun lineCount(directory: Path) = Files.readAllLines(directory.resolve(SEGMENT)).size

internal class FailedSyncTests {
    @Test
    fun `A failed sync fails its save and those behind it definitely, and every process continues in a new segment`() {
        inTemporaryDirectory { directory ->
            val medium = WatchedMedium()
            val (one, other, reader) = listOf(openJournal(directory, medium), openJournal(directory), openJournal(directory))
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
            expect(watched.writes, listOf(appended until state(directory).append.end, durable until state(directory).append.end))
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

private fun checksum(directory: Path): Int = Files.readAllBytes(directory.resolve(SEGMENT)).let { io.github.cargokit.infrastructure.jsonfile.Checksum.of(it, 0, it.size) }

internal class DeadProcessTests {
    @Test
    fun `A save appended by a process that died during its sync is stored by another process, running or later`() {
        for (isAlone in listOf(false, true)) for (where in listOf("sync", "publish")) inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            journal.commit(save("A"))
            if (isAlone) journal.close()
            letDie(directory, "B", where)
            val survivor = if (isAlone) openJournal(directory) else journal
            // While others have the store open, the dead process's save isn't published before it is synced. A recovery syncs it.
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
