package io.github.cargokit.domain.shared

/**
 * One page of a list with a stable order. `next` is the key to pass as `after` for the next page; null on the last
 * page.
 */
public data class Page<out T, out Key>(public val items: List<T>, public val next: Key?) {
    public companion object {
        /** Returns the first `limit` items of a sorted list after a key; from its start if the key is null. */
        public inline fun <T, Key : Comparable<Key>> cut(
            all: List<T>,
            after: Key?,
            limit: Int,
            key: (T) -> Key,
        ): Page<T, Key> {
            val rest = if (after == null) all else all.filter { key(it) > after }
            return Page(rest.take(limit), next = if (rest.size > limit) key(rest[limit - 1]) else null)
        }
    }
}

/** The number of items that a page can have, the same for all repositories and for the outbox. */
public object PageLimit {
    /** The allowed limits. */
    public val RANGE: IntRange = 1..1000

    /** Returns the limit. Repositories call this before they read. Fails with `integer_out_of_range` (VAL-INT-1). */
    public fun check(limit: Int): Result<Int> =
        if (limit in RANGE) Result.Success(limit) else invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, limit.toString())
}
