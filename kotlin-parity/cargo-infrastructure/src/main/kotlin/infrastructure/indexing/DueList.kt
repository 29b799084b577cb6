package io.github.cargokit.infrastructure.indexing

import java.util.NavigableSet
import java.util.TreeMap
import java.util.TreeSet

/** The ids of the records that are due at some time, in milliseconds since 1970. */
internal class DueList {
    private val times = HashMap<String, Long>()
    private val ids = TreeMap<Long, TreeSet<String>>()

    /** Replaces the time at which a record is due; null if it isn't. */
    fun put(id: String, time: Long?) {
        val before = if (time == null) times.remove(id) else times.put(id, time)
        if (before == time) return
        if (before != null) ids.getValue(before).let { if (it.size > 1) it -= id else ids -= before }
        if (time != null) ids.getOrPut(time) { TreeSet() } += id
    }

    /** Returns the ids that are due before a time, in ASCII order. */
    fun before(time: Long): NavigableSet<String> =
        TreeSet<String>().apply { ids.headMap(time).values.forEach(::addAll) }
}
