package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result

/**
 * Reads the first sound records of a list of ids. A damaged record is left out; any other failure stops the reading.
 */
internal inline fun <T : Any, K> page(
    ids: Collection<String>,
    limit: Int,
    key: (T) -> K,
    read: (String) -> T?,
): Page<T, K> {
    PageLimit.check(limit).orThrow()
    val items = ArrayList<T>()
    for (id in ids) {
        val found = StoreFailure.catching { read(id) }
        if (found is Result.Failure && found.error.code != Code.CORRUPT_RECORD) throw StoreFailure(found.error)
        val item = (found as? Result.Success)?.value ?: continue
        if (items.size == limit) return Page(items, next = key(items.last()))
        items += item
    }
    return Page(items, next = null)
}
