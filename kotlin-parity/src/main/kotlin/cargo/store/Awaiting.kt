package cargo.store

import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine

/** Runs a suspending block and waits for it, for callers outside a coroutine. Exceptions of the block are rethrown. */
internal fun <T> awaiting(block: suspend () -> T): T {
    val outcome = CompletableFuture<T>()
    block.startCoroutine(
        Continuation(EmptyCoroutineContext) { result -> result.fold(outcome::complete, outcome::completeExceptionally) },
    )
    return try {
        outcome.get()
    } catch (failure: ExecutionException) {
        throw failure.cause ?: failure
    }
}
