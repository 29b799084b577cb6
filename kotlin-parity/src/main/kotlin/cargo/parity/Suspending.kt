package cargo.parity

import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine

/**
 * Runs a block to its end on this thread, for callers without a coroutine of their own whose repositories are in memory and never suspend.
 *
 * Whatever the block throws is thrown on.
 */
internal fun <T> runSuspending(block: suspend () -> T): T {
    var outcome: kotlin.Result<T>? = null
    block.startCoroutine(Continuation(EmptyCoroutineContext) { outcome = it })
    return checkNotNull(outcome) { "Suspended, though nothing in memory does" }.getOrThrow()
}
