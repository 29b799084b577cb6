package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.Result
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withContext

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
