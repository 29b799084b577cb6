package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.Result
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.coroutines.suspendCoroutine

/**
 * The thread on which a store does its work, so that callers' threads never wait for the disk.
 *
 * The outcome of a step is always reported, even if its caller is cancelled (REP-8). The thread is never interrupted, because that would
 * close the files it works on. It ends when there is no work and starts again when there is.
 */
internal class StoreThread {
    private val executor = ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, LinkedBlockingQueue()) { work ->
        Thread(work, "cargo-store").apply { isDaemon = true }
    }.apply { allowCoreThreadTimeOut(true) }

    /** Runs a step on the thread and suspends until it is done. Rethrows exceptions that aren't failures of the store. */
    suspend fun <T> run(step: () -> T): Result<T> = suspendCoroutine { continuation ->
        executor.execute {
            val outcome = try {
                StoreFailure.catching(step)
            } catch (failure: Throwable) {
                return@execute continuation.resumeWithException(failure)
            }
            continuation.resume(outcome)
        }
    }
}
