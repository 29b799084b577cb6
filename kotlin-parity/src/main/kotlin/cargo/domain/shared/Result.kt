package cargo.domain.shared

/**
 * What an operation gives: a value, or the failure that it came to.
 *
 * Failures are values. Nothing in the kit's public interface throws to tell of one; an exception is a bug, or a cancelled coroutine, and
 * goes through untouched (REP-8).
 */
sealed interface Result<out T> {
    /** It worked. */
    data class Success<out T>(val value: T) : Result<T>

    /** It did not, and nothing was changed. */
    data class Failure(val error: DomainError) : Result<Nothing>
}

/** The value, or whatever the caller does about a failure, which is to leave: `parse(text).orElse { return it }`. */
inline fun <T> Result<T>.orElse(onFailure: (Result.Failure) -> Nothing): T = when (this) {
    is Result.Success -> value
    is Result.Failure -> onFailure(this)
}

/** The same result with its value changed. */
inline fun <T, R> Result<T>.map(transform: (T) -> R): Result<R> = when (this) {
    is Result.Success -> Result.Success(transform(value))
    is Result.Failure -> this
}

/** The next step, if this one worked. */
inline fun <T, R> Result<T>.then(next: (T) -> Result<R>): Result<R> = when (this) {
    is Result.Success -> next(value)
    is Result.Failure -> this
}

/** Applies a step to each element in turn; the first failure ends it. */
inline fun <T, R> Iterable<T>.mapUntilFailure(step: (T) -> Result<R>): Result<List<R>> {
    val values = ArrayList<R>()
    for (element in this) values += step(element).orElse { return it }
    return Result.Success(values)
}

/** A rule's refusal. */
internal fun refused(code: DomainError.Code): Result.Failure = Result.Failure(DomainError.rule(code))

/** The refusal of a text that is no value of its kind. */
internal fun invalid(code: DomainError.Code, text: String): Result.Failure = Result.Failure(DomainError.invalid(code, text))
