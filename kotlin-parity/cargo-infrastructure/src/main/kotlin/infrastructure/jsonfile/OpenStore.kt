package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.Result
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withContext

/** The parts of a store that is open for writing. */
internal class OpenStore(
    val directory: StoreDirectory,
    val locks: StoreLocks,
    val state: StateFile,
    val medium: Medium,
    /** How long to wait for another process, in milliseconds. */
    val timeLimit: Long,
)

/** Writes bytes to disk. Tests replace it to simulate failures. */
internal open class Medium {
    /** Writes all bytes, looping over short writes. */
    open fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Writes to the state file, which other processes see at once and which needs no additional space. */
    open fun publish(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Truncates a file. */
    open fun truncate(file: FileChannel, length: Long) {
        file.truncate(length)
    }

    /** Syncs a file's bytes and length to disk; with `withName`, also the name of a new file. */
    open fun sync(file: FileChannel, withName: Boolean = false) = file.force(withName)
}

/**
 * Runs a store's blocking steps on a dispatcher, one after the other, so that callers' threads never wait for the disk.
 *
 * A step that a cancelled caller asks for isn't run. Once a step is queued, cancellation no longer matters: it runs to
 * its end, and its outcome is reported (REP-8).
 */
internal class StoreThread(dispatcher: CoroutineDispatcher) {
    @OptIn(ExperimentalCoroutinesApi::class)
    private val serial = dispatcher.limitedParallelism(1)

    /** Runs a step and suspends until it is done. Rethrows exceptions that aren't failures of the store. */
    suspend fun <T> run(step: () -> T): Result<T> {
        currentCoroutineContext().ensureActive()
        // The outer context keeps a caller that was cancelled meanwhile from losing the outcome on the way back to its
        // own dispatcher.
        val outcome =
            withContext(NonCancellable) { withContext(serial) { runCatching { StoreFailure.catching(step) } } }
        return outcome.getOrThrow()
    }
}
