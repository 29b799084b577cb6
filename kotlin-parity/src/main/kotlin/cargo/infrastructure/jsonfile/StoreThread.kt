package cargo.infrastructure.jsonfile

import cargo.domain.shared.Result
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.coroutines.suspendCoroutine

/**
 * The one thread on which a store does its work, so that callers' threads never wait for a disk.
 *
 * What is handed over has its outcome reported, whether the caller is cancelled meanwhile or not (REP-8). Nobody interrupts the thread: an
 * interruption would close the files that it works on. It ends when there is nothing to do, and starts again when there is.
 */
internal class StoreThread {
    private val executor = ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, LinkedBlockingQueue()) { work ->
        Thread(work, "cargo-store").apply { isDaemon = true }
    }.apply { allowCoreThreadTimeOut(true) }

    /** Does a step there and suspends until it is done; what it throws beyond failures of the store is thrown on. */
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
