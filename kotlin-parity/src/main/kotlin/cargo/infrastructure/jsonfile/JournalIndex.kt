package cargo.infrastructure.jsonfile

import cargo.infrastructure.jsonfile.JournalItem.Damage
import cargo.infrastructure.jsonfile.JournalItem.Record
import java.util.TreeMap
import java.util.TreeSet

/** Where everything in a journal stands. It holds no document; records must be taken in journal order. */
internal class JournalIndex {
    /** What is known of an id. */
    class Entry {
        var version = 0L
        var schema = 0L
        var customer: String? = null

        /** Where its records stand: all of them for a chained kind, else the newest one. */
        val locations = ArrayList<RecordLocation>()

        /** What stands in the way of believing the records. */
        var damage: Damage? = null
    }

    /** The domain events of one record. */
    class OutboxRun(val firstSequence: Long, val count: Long, val location: RecordLocation) {
        val lastSequence: Long get() = firstSequence + count - 1
    }

    /** What the journal says about one id. */
    sealed interface Lookup {
        data object Absent : Lookup

        class Found(val entry: Entry) : Lookup

        class Damaged(val damage: Damage) : Lookup
    }

    private val entries = HashMap<RecordKind, TreeMap<String, Entry>>()
    private val customers = HashMap<String, TreeSet<String>>()
    private val runs = ArrayList<OutboxRun>()
    private val regions = ArrayList<Damage>()
    private val saves = ArrayList<String>()

    /** The last region of which nobody knows what stood there. */
    private var lastUnexplained: Damage? = null

    /** All damage, in journal order. */
    val damage: List<Damage> get() = regions

    /** The runs of domain events, in journal order. */
    val outbox: List<OutboxRun> get() = runs

    /** The numbers of all voyages saved, in journal order. */
    val voyageSaves: List<String> get() = saves

    /** The sequence number that the next domain event gets. */
    val nextSequence: Long get() = (runs.lastOrNull()?.lastSequence ?: 0) + 1

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
            // Written twice, or over something newer: nobody can say which one counts.
            return note(outOfOrder(record), entry)
        }
        if (header.version != entry.version + 1 && (regions.isEmpty() || kind.isChained)) {
            note(outOfOrder(record), entry)
        } else if (!kind.isChained) {
            // Newer state makes up for what is missing of the older; a link of a chain cannot be made up for.
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
        if (header.kind != RecordKind.CARGO.name || entry.customer == header.customer) return
        entry.customer?.let { customers[it]?.remove(header.id) }
        entry.customer = header.customer
        header.customer?.let { customers.getOrPut(it) { TreeSet() } += header.id }
    }

    /** A record that is whole but does not fit those before it. */
    private fun outOfOrder(record: Record) = record.location.let {
        Damage(it.segment, it.offset, it.offset + it.length, record.header, isOutOfOrder = true)
    }

    // Asking

    /** The newest record of an id; damaged where it may not be the newest one. */
    fun lookup(kind: RecordKind, id: String): Lookup {
        val entry = entries[kind]?.get(id) ?: return lastUnexplained?.let { Lookup.Damaged(it) } ?: Lookup.Absent
        val damage = entry.damage ?: unexplainedAfter(entry.locations.last())
        return if (damage == null) Lookup.Found(entry) else Lookup.Damaged(damage)
    }

    /** What is known of an id, sound or not. */
    fun entryOf(kind: RecordKind, id: String): Entry? = entries[kind]?.get(id)

    /** Ids in ASCII order after an id, those of damaged records too. */
    fun ids(kind: RecordKind, after: String? = null): Collection<String> {
        val all = entries[kind] ?: return emptyList()
        return if (after == null) all.keys else all.tailMap(after, false).keys
    }

    /** The ids of a customer's cargos, in ASCII order; fails where damage may have taken some of them. */
    fun cargosOf(customer: String): List<String> {
        lastUnexplained?.let { throw JournalReader.corrupt(null, it) }
        return customers[customer].orEmpty().toList()
    }

    private fun unexplainedAfter(location: RecordLocation): Damage? = lastUnexplained?.takeIf {
        location < RecordLocation(it.segment, it.start, 0)
    }
}
