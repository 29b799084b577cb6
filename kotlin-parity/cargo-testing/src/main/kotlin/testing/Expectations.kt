package io.github.cargokit.testing

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result

/** Fails unless two values are equal. */
public fun <T> expect(actual: T, expected: T) {
    if (actual != expected) throw AssertionError("expected <$expected>, got <$actual>")
}

/** The value of a success. */
public val <T> Result<T>.value: T
    get() = when (this) {
        is Result.Success -> value
        is Result.Failure -> throw AssertionError("failed with $error")
    }

/** The error of a failure. */
public val Result<*>.error: DomainError
    get() = when (this) {
        is Result.Success -> throw AssertionError("succeeded with $value")
        is Result.Failure -> error
    }

/** The code of a failure; null for a success. */
public val Result<*>.code: String? get() = (this as? Result.Failure)?.error?.code?.text
