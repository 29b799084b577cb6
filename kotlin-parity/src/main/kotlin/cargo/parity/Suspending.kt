package cargo.parity

import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine

/**
 * Runs a suspending block to its end on this thread, for callers outside a coroutine.
 *
 * The block must never suspend, which holds for repositories in memory. Exceptions of the block are rethrown.
 */
internal fun <T> runSuspending(block: suspend () -> T): T {
    var outcome: kotlin.Result<T>? = null
    block.startCoroutine(Continuation(EmptyCoroutineContext) { outcome = it })
    return checkNotNull(outcome) { "Suspended, though nothing in memory does" }.getOrThrow()
}
