package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
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

        /**
         * Returns a step's value; null if the record is corrupt. Any other failure is thrown, as it says nothing of the
         * record.
         */
        inline fun <T> unlessCorrupt(step: () -> T): T? = when (val found = catching(step)) {
            is Result.Success -> found.value
            is Result.Failure -> if (found.error.code == Code.CORRUPT_RECORD) null else throw StoreFailure(found.error)
        }

        /** The failure of a record that can't be trusted. */
        fun corrupt(id: String?, cause: String) =
            StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = cause))

        /** A failure of the store itself. */
        fun technical(code: Code, cause: String? = null) = StoreFailure(DomainError.technical(code, cause))

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

/**
 * Reads the first sound records of a list of ids. A damaged record is left out; any other failure stops the reading.
 */
internal inline fun <T : Any, K> page(
    ids: Sequence<String>,
    limit: Int,
    key: (T) -> K,
    read: (String) -> T?,
): Page<T, K> {
    PageLimit.check(limit).orThrow()
    val items = ArrayList<T>()
    for (id in ids) {
        val item = StoreFailure.unlessCorrupt { read(id) } ?: continue
        if (items.size == limit) return Page(items, next = key(items.last()))
        items += item
    }
    return Page(items, next = null)
}
