package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.infrastructure.indexing.DueList
import io.github.cargokit.infrastructure.indexing.KeyLists
import io.github.cargokit.infrastructure.indexing.intersection
import io.github.cargokit.infrastructure.jsonfile.JournalItem.Damage
import io.github.cargokit.infrastructure.jsonfile.JournalItem.Record
import java.util.TreeMap

/**
 * Where the records of a journal are. It holds no documents. Records must be added in journal order.
 *
 * @param trimmed the sequence number up to which compactions have dropped domain events; null in a store of format 1.
 * If it isn't null, they may have dropped the first records of an id, too.
 */
internal class JournalIndex(private val trimmed: Long? = null) {
    /** What the index knows about an id. */
    class Entry {
        var version = 0L
        var schema = 0L
        var customer: String? = null

        /** The locations of all its records if its kind is chained, otherwise of the newest one. */
        val locations = ArrayList<RecordLocation>()

        /** Damage that makes the known records unreliable. */
        var damage: Damage? = null

        /** Whether the id was removed. If a newer record may be damaged, that isn't known, so the answer is no. */
        val isRemoved: Boolean get() = schema == RecordKind.REMOVED && damage == null
    }

    /** The domain events of one record. */
    class OutboxRun(val firstSequence: Long, val count: Long, val location: RecordLocation) {
        val lastSequence: Long get() = firstSequence + count - 1
    }

    /** The result of looking up an id. */
    sealed interface Lookup {
        data object Absent : Lookup

        class Found(val entry: Entry) : Lookup

        class Damaged(val damage: Damage) : Lookup
    }

    private val entries = HashMap<RecordKind, TreeMap<String, Entry>>()
    private val customers = KeyLists<String>()
    private val keys = CargoKeyFamily.entries.associateWith { KeyLists<String>() }

    /** From when the cargos in a port are overdue by their headers, among them those that are to be collected there. */
    private val dues = DueList()
    private val runs = ArrayList<OutboxRun>()
    private val regions = ArrayList<Damage>()
    private val saves = ArrayList<String>()

    /** The last damaged region whose records are unknown. */
    private var lastUnexplained: Damage? = null

    /** All damage in journal order. */
    val damage: List<Damage> get() = regions

    /** The runs of domain events in journal order. */
    val outbox: List<OutboxRun> get() = runs

    /** The numbers of all saved voyages in journal order. */
    val voyageSaves: List<String> get() = saves

    /** The sequence number of the next domain event. */
    val nextSequence: Long get() = maxOf(runs.lastOrNull()?.lastSequence ?: 0, trimmed ?: 0) + 1

    /** Whether a compaction may have dropped the first records of an id. */
    val mayBeginLate: Boolean get() = trimmed != null

    /** The sequence number of the first domain event that wasn't dropped. */
    val firstSequence: Long get() = (trimmed ?: 0) + 1

    // Taking

    fun take(item: JournalItem) = when (item) {
        is Record -> take(item)
        is Damage -> take(item)
    }

    private fun take(record: Record) {
        val header = record.header
        val kind = RecordKind.of(header.kind)
        val entry = entry(header)
        if (header.version <= entry.version) {
            // The version was written twice, or over a newer one. Which record counts is unknown.
            return note(outOfOrder(record), entry)
        }
        // Damage that may have hit any record may have hit the first links of a chain.
        val isFirst = mayBeginLate && entry.version == 0L && (!kind.isChained || lastUnexplained == null)
        if (header.version != entry.version + 1 && !isFirst && (regions.isEmpty() || kind.isChained)) {
            note(outOfOrder(record), entry)
        } else if (!kind.isChained) {
            // A newer state makes up for missing older ones. A missing link of a chain can't be made up for.
            entry.damage = null
        }
        entry.version = header.version
        entry.schema = header.schema
        if (!kind.isChained) entry.locations.clear()
        entry.locations += record.location
        changed(entry, header)
        if (header.eventCount > 0) runs += OutboxRun(header.firstSequence, header.eventCount, record.location)
    }

    private fun take(region: Damage) {
        val header = region.header
        if (header == null || header.isMark) {
            regions += region
            if (header == null) lastUnexplained = region
            return
        }
        val entry = entry(header)
        note(region, entry)
        entry.version = maxOf(entry.version, header.version)
        changed(entry, header)
    }

    private fun entry(header: RecordHeader): Entry =
        entries.getOrPut(RecordKind.of(header.kind)) { TreeMap() }.getOrPut(header.id) { Entry() }

    private fun note(region: Damage, entry: Entry) {
        regions += region
        entry.damage = region
    }

    private fun changed(entry: Entry, header: RecordHeader) {
        if (header.kind == RecordKind.VOYAGE.name) saves += header.id
        if (header.kind != RecordKind.CARGO.name) return
        customers.put(header.id, listOfNotNull(header.customer))
        entry.customer = header.customer
        for ((family, lists) in keys) {
            lists.put(
                header.id,
                when (header.schema) {
                    1L -> null
                    RecordKind.REMOVED -> emptyList()
                    else -> header.cargoIndex.keys(family)
                },
            )
        }
        dues.put(header.id, header.cargoIndex.run { overdueFrom.takeIf { !places.isNullOrEmpty() } })
    }

    /** A record that is intact but doesn't follow the records before it. */
    private fun outOfOrder(record: Record) = record.location.let {
        Damage(it.segment, it.offset, it.offset + it.length, record.header, isOutOfOrder = true)
    }

    // Asking

    /** Returns the newest record of an id, or the damage if a newer record may have been lost. */
    fun lookup(kind: RecordKind, id: String): Lookup {
        val entry = entries[kind]?.get(id) ?: return lastUnexplained?.let { Lookup.Damaged(it) } ?: Lookup.Absent
        val damage = entry.damage ?: unexplainedAfter(entry.locations.last())
        return if (damage == null) Lookup.Found(entry) else Lookup.Damaged(damage)
    }

    /** Returns what is known about an id, even if it is damaged. */
    fun entryOf(kind: RecordKind, id: String): Entry? = entries[kind]?.get(id)

    /** Returns the ids after `after` in ASCII order, including those of damaged records, but not removed ones. */
    fun ids(kind: RecordKind, after: String? = null): Sequence<String> {
        val all = entries[kind] ?: return emptySequence()
        val rest = if (after == null) all else all.tailMap(after, false)
        return rest.entries.asSequence().filter { !it.value.isRemoved }.map { it.key }
    }

    /**
     * Returns the ids after `after` of the cargos that may meet a query's conditions, in ASCII order. Fails if it names
     * a customer and damage may have taken some of the customer's cargos.
     */
    fun cargos(query: CargoQuery, after: String?): Sequence<String> {
        if (query.customer != null) lastUnexplained?.let { throw JournalReader.corrupt(null, it) }
        val lists = listOfNotNull(
            query.reference?.let { keys.getValue(CargoKeyFamily.REFERENCE).ids(CargoIndexEntry.key(it)) },
            query.customer?.let { customers.ids(it.text) },
            query.voyage?.let { keys.getValue(CargoKeyFamily.VOYAGE).ids(it.text) },
            query.place?.let { keys.getValue(CargoKeyFamily.PLACE).ids(it.text) },
            query.need?.let { keys.getValue(CargoKeyFamily.NEED).ids(it.name) },
            query.uncollectedAt?.let { dues.before(it.epochMilliseconds) },
        )
        return if (lists.isEmpty()) ids(RecordKind.CARGO, after) else intersection(lists, after)
    }

    private fun unexplainedAfter(location: RecordLocation): Damage? = lastUnexplained?.takeIf {
        location < RecordLocation(it.segment, it.start, 0)
    }
}
