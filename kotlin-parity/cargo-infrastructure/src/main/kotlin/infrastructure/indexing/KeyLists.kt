package io.github.cargokit.infrastructure.indexing

import java.util.NavigableSet
import java.util.TreeSet

/** The ids of the records that have a key, for each key of one family. */
internal class KeyLists<Key> {
    private val lists = HashMap<Key, TreeSet<String>>()
    private val keys = HashMap<String, List<Key>>()

    /** The records whose keys only their documents tell. */
    private val unknown = TreeSet<String>()

    /** Replaces the keys of a record; null if only its document tells them. */
    fun put(id: String, present: List<Key>?) {
        val before = keys[id].orEmpty()
        if (present == null) unknown += id else unknown -= id
        if (before == present.orEmpty()) return
        for (key in before) lists[key]?.remove(id)
        for (key in present.orEmpty()) lists.getOrPut(key) { TreeSet() } += id
        if (present.isNullOrEmpty()) keys -= id else keys[id] = present
    }

    /** Returns the ids that may have a key, in ASCII order. */
    fun ids(key: Key): NavigableSet<String> {
        val known = lists[key] ?: TreeSet()
        return if (unknown.isEmpty()) known else TreeSet(unknown).apply { addAll(known) }
    }
}

/** Returns the ids after `after` that all of the lists have, in ASCII order. */
internal fun intersection(lists: List<NavigableSet<String>>, after: String?): Sequence<String> {
    val shortest = lists.minBy { it.size }
    val rest = if (after == null) shortest else shortest.tailSet(after, false)
    return rest.asSequence().filter { id -> lists.all { id in it } }
}
