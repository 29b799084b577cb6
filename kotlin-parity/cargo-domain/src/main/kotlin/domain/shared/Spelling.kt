package io.github.cargokit.domain.shared

/** Finds the constant with exactly this name. Fails with `code`, with the text as given. */
internal fun <E : Enum<E>> Iterable<E>.spelled(text: String, code: DomainError.Code): Result<E> =
    firstOrNull { it.name == text }?.let { Result.Success(it) } ?: invalid(code, text)
