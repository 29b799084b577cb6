package io.github.cargokit.domain.shared

/**
 * The result of an operation: a value or an error.
 *
 * The kit's public interface returns failures as values and doesn't throw them. An exception is a bug or a cancelled
 * coroutine, and is passed on unchanged (REP-8).
 */
public sealed interface Result<out T> {
    /** The operation succeeded. */
    public data class Success<out T>(val value: T) : Result<T>

    /** The operation failed and changed nothing. */
    public data class Failure(val error: DomainError) : Result<Nothing>
}

/** Returns the value, or runs `onFailure`, which must leave the function: `parse(text).orElse { return it }`. */
public inline fun <T> Result<T>.orElse(onFailure: (Result.Failure) -> Nothing): T = when (this) {
    is Result.Success -> value
    is Result.Failure -> onFailure(this)
}

/** Returns the result with its value transformed. */
public inline fun <T, R> Result<T>.map(transform: (T) -> R): Result<R> = when (this) {
    is Result.Success -> Result.Success(transform(value))
    is Result.Failure -> this
}

/** Runs the next step if this one succeeded. */
public inline fun <T, R> Result<T>.then(next: (T) -> Result<R>): Result<R> = when (this) {
    is Result.Success -> next(value)
    is Result.Failure -> this
}

/** Applies a step to each element in turn. Returns all results, or the first failure. */
public inline fun <T, R> Iterable<T>.mapUntilFailure(step: (T) -> Result<R>): Result<List<R>> {
    val values = ArrayList<R>()
    for (element in this) values += step(element).orElse { return it }
    return Result.Success(values)
}

/** The failure of an operation that a rule refused. */
@InternalCargoKitApi
public fun refused(code: DomainError.Code): Result.Failure = Result.Failure(DomainError.rule(code))

/** The failure of parsing a text that isn't a valid value of its type. */
@InternalCargoKitApi
public fun invalid(code: DomainError.Code, text: String): Result.Failure =
    Result.Failure(DomainError.invalid(code, text))
