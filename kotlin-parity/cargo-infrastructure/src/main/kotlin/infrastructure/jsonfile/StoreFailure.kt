package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import java.io.FileOutputStream
import java.io.IOException

/** An exception that carries an error inside the journal's code. It is never thrown to callers of this package. */
internal class StoreFailure(val error: DomainError) : Exception(error.toString(), null, false, false) {
    companion object {
        /**
         * Returns a step's value or its failure. Rethrows exceptions that aren't failures of the store, such as
         * cancellation.
         */
        inline fun <T> catching(step: () -> T): Result<T> = try {
            Result.Success(step())
        } catch (failure: StoreFailure) {
            Result.Failure(failure.error)
        } catch (failure: IOException) {
            Result.Failure(of(failure))
        }

        /** Converts an I/O error to `store_full` or `store_unavailable`. */
        fun of(failure: IOException): DomainError {
            val isFull = FULL.any { failure.message?.contains(it) == true }
            return DomainError.technical(
                if (isFull) Code.STORE_FULL else Code.STORE_UNAVAILABLE,
                cause = failure.toString(),
            )
        }

        /**
         * The system's messages for a full disk.
         *
         * The JVM reports no error numbers, only the C library's text, which may be translated. Writing to `/dev/full`
         * reveals the translation.
         */
        private val FULL: List<String> by lazy {
            listOfNotNull(
                "No space left on device",
                "Disk quota exceeded",
                "File too large",
                failureOf { FileOutputStream("/dev/full").use { it.write(0) } },
            )
        }

        private fun failureOf(step: () -> Unit): String? = try {
            step()
            null
        } catch (failure: IOException) {
            failure.message
        }
    }
}

/** Returns the value, or throws the failure inside the journal's code. */
internal fun <T> Result<T>.orThrow(): T = when (this) {
    is Result.Success -> value
    is Result.Failure -> throw StoreFailure(error)
}
