package io.github.cargokit.infrastructure

import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.StoreState
import io.github.cargokit.testing.expect
import java.nio.file.Files
import java.nio.file.Path
import org.junit.jupiter.api.Test

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
        expect(
            file(StoreState.Append(6, 1, 8534).copy, StoreState.Sync(6, true, 9, 1, 8034).copy).toList(),
            bytes.toList(),
        )
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
            until {
                Thread.getAllStackTraces().values.any { stack ->
                    stack.any { it.methodName == "settle" } && stack.any { it.methodName == "pause" }
                }
            }
            expect(beaten.isDone, false)
            gate.isOpen.countDown()
            expect(saving.get(), null)
            expect(beaten.get(), "conflict")
            one.close()
            other.close()
        }
    }
}
