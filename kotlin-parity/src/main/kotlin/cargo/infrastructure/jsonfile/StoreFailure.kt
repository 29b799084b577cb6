package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import java.io.FileOutputStream
import java.io.IOException

/** Carries a failure up through the journal's own code; it never leaves this package. */
internal class StoreFailure(val error: DomainError) : Exception(error.toString(), null, false, false) {
    companion object {
        /** A step's value, or its failure; what is no failure of the store, a cancellation say, is thrown on. */
        inline fun <T> catching(step: () -> T): Result<T> = try {
            Result.Success(step())
        } catch (failure: StoreFailure) {
            Result.Failure(failure.error)
        } catch (failure: IOException) {
            Result.Failure(of(failure))
        }

        /** What the system said, as callers of the kit see it: `store_full` or `store_unavailable`. */
        fun of(failure: IOException): DomainError {
            val isFull = FULL.any { failure.message?.contains(it) == true }
            return DomainError.technical(if (isFull) Code.STORE_FULL else Code.STORE_UNAVAILABLE, cause = failure.toString())
        }

        /** The JVM gives no error numbers, only the C library's words, which may be those of the user's language: a device that is always full has them. */
        private val FULL: List<String> by lazy {
            listOfNotNull("No space left on device", "Disk quota exceeded", "File too large", failureOf { FileOutputStream("/dev/full").use { it.write(0) } })
        }

        private fun failureOf(step: () -> Unit): String? = try {
            step()
            null
        } catch (failure: IOException) {
            failure.message
        }
    }
}

/** The value, or its failure thrown on within the journal. */
internal fun <T> Result<T>.orThrow(): T = when (this) {
    is Result.Success -> value
    is Result.Failure -> throw StoreFailure(error)
}
