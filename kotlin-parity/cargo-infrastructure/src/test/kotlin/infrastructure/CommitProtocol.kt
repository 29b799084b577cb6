package io.github.cargokit.infrastructure

import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalManifest
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
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

internal const val SEGMENT = "seg-000001.jsonl"

internal fun save(id: String, expected: Long = 0) = listOf(write(RecordKind.CARGO, id, expected, "x", null, "Saved"))

/** Returns the versions of some ids that a journal currently publishes. */
internal fun Journal.shown(vararg ids: String): List<Long> {
    refresh()
    return ids.map { version(RecordKind.CARGO, it) }
}

internal fun manifest(directory: Path) =
    JournalManifest.parse(Files.readAllBytes(directory.resolve("MANIFEST.json")), "MANIFEST.json")

internal fun state(directory: Path): StoreState = Files.readAllBytes(directory.resolve("STATE")).let {
    StoreState(checkNotNull(StoreState.append(it)), checkNotNull(StoreState.sync(it)))
}

/** Waits until another thread makes a condition true. */
internal fun until(condition: () -> Boolean) {
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300)
    while (!condition()) {
        if (System.nanoTime() > deadline) throw AssertionError("it did not come about")
        Thread.sleep(1)
    }
}

/** Commits on a separate thread. Returns the code of the failure; null on success. */
internal fun committing(journal: Journal, id: String, expected: Long = 0): CompletableFuture<String?> {
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
internal class WatchedMedium : Medium() {
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

internal fun letDie(directory: Path, id: String, where: String) {
    val process = startProgram("io.github.cargokit.infrastructure.DyingWriter", directory.toString(), id, where)
    expect(process.waitFor(300, TimeUnit.SECONDS), true)
    expect(process.exitValue(), 9)
}
