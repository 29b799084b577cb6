package io.github.cargokit.remote.http

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse

/**
 * A list of stored records. `next` is the key that the next page starts after; `position` is where to continue a list
 * of changes.
 */
internal class RecordList<T>(val items: List<T>, val next: String?, val position: Long?) {
    companion object {
        fun <T> reading(item: Reading<T>): Reading<RecordList<T>> {
            val list = item.list()
            return Reading.members {
                val items by required(list)
                val next by optional(Readings.anyText)
                val position by optional(Readings.integer)
                build { Result.Success(RecordList(items, next, position)) }
            }
        }
    }
}

/** A list that the service gives in pages: its path, its items and their keys. */
internal class PagedList<T, Key : Comparable<Key>>(
    private val client: RemoteClient,
    private val path: String,
    item: Reading<T>,
    private val parse: (String) -> Result<Key>,
    private val text: (Key) -> String,
) {
    private val reading = RecordList.reading(item)

    /**
     * Reads a page; `query` comes before its own parameters and ends in `&`. Fails with `integer_out_of_range` unless
     * `limit` is 1 to 1000.
     */
    suspend fun page(after: Key?, limit: Int, query: String = ""): Result<Page<T, Key>> =
        list(query, after, limit).map { it.first }

    /**
     * Reads all pages, with one call each. `query` comes before the page's own parameters and ends in `&`.
     *
     * Returns the items, and the position in the first page. Anything saved while the other pages are read comes after
     * that position.
     */
    suspend fun all(query: String = ""): Result<Pair<List<T>, Long?>> {
        val items = ArrayList<T>()
        var position: Long? = null
        var last: Key? = null
        while (true) {
            val (page, found) = list(query, last, PageLimit.RANGE.last).orElse { return it }
            if (last == null) position = found
            items += page.items
            val next = page.next ?: return Result.Success(items to position)
            // Otherwise a faulty service could keep us in a loop.
            if (last != null && next <= last) return Result.Failure(RemoteClient.rejected("the pages are not in order"))
            last = next
        }
    }

    private suspend fun list(query: String, after: Key?, limit: Int): Result<Pair<Page<T, Key>, Long?>> {
        PageLimit.check(limit).orElse { return it }
        val place = after?.let { "after=${text(it)}&" }.orEmpty()
        val list = client.value(RemoteCall.get("$path?$query${place}limit=$limit"), reading).orElse { return it }
        val next = list.next?.let { key ->
            parse(key).orElse { return Result.Failure(RemoteClient.rejected("the key of the next page is invalid")) }
        }
        return Result.Success(Page(list.items, next) to list.position)
    }
}

/** The query with those parameters that have a value. */
internal fun query(vararg parameters: Pair<String, Any?>): String =
    parameters.filter { it.second != null }.joinToString("&", prefix = "?") { (name, value) ->
        "$name=${percentEncoded(value.toString())}"
    }

/** Percent-encodes text for a query: everything except unreserved characters. */
internal fun percentEncoded(text: String): String = text.encodeToByteArray().joinToString("") { byte ->
    val char = (byte.toInt() and BYTE).toChar()
    val isUnreserved = char in 'A'..'Z' || char in 'a'..'z' || char in '0'..'9' || char in "-._~"
    if (isUnreserved) "$char" else "%" + (byte.toInt() and BYTE).toString(HEXADECIMAL).uppercase().padStart(2, '0')
}

private const val BYTE = 0xFF
private const val HEXADECIMAL = 16
