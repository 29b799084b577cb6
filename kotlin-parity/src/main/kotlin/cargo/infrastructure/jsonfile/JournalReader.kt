package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.infrastructure.jsonfile.JournalItem.Damage
import java.nio.channels.FileChannel

/**
 * A journal as far as it is shown: sealed segments up to their length, and the active one up to what the state file says is durable.
 *
 * What is shown stays: bytes before `durable` never change, and no segment is sealed below it. So reading takes no lock and syncs nothing.
 */
internal class JournalReader(private val directory: StoreDirectory) {
    /** The records of an id that are there, and how many there ever were. */
    class Links(val records: List<JournalRecord>, val count: Long)

    /** The manifest in force as of the last look; null while there is no store. */
    var current: StoreDirectory.CurrentManifest? = null
        private set

    private var segments = HashMap<Long, FileChannel>()

    /** How far the active segment is shown: where a record ends. */
    var end = 0L
        private set

    /** Where everything stands, as of the last look. */
    var index = JournalIndex()
        private set

    /** The manifest; only where there is a store. */
    val manifest: JournalManifest get() = checkNotNull(current).manifest

    // Keeping up

    /**
     * Takes in what was made durable since.
     *
     * The manifest is read where slot S names one that is not known, or where asked to. While slot S lags behind the manifest, nothing of the
     * new active segment is shown.
     */
    fun show(sync: StoreState.Sync, isManifestRead: Boolean = false) {
        val known = current?.manifest
        val isKnown = known != null && (sync.generation == 0L || sync.generation == known.generation) && sync.segment <= known.active
        if (isManifestRead || !isKnown) adopt(sync)
        take(sync.durable(manifest.active))
    }

    /** Takes over the manifest in force, if it is another one. */
    private fun adopt(sync: StoreState.Sync) {
        while (true) {
            val next = directory.readManifest()
                ?: throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "${directory.path}: the manifest is gone"))
            if (next == current) return
            if (follow(next)) return
            try {
                return load(next, sync.durable(next.manifest.active))
            } catch (failure: StoreFailure) {
                // A compaction may have replaced the manifest and removed the files of the one before it.
                if (directory.readManifest() == next) throw failure
            }
        }
    }

    /** Goes on with the index where the manifest names the same records: again, or with the active segment sealed at what is shown. */
    private fun follow(next: StoreDirectory.CurrentManifest): Boolean {
        val known = current?.manifest ?: return false
        val manifest = next.manifest
        if (manifest.active != known.active) {
            val last = manifest.sealed.lastOrNull() ?: return false
            if (last.number != known.active || last.length != end || manifest.sealed.dropLast(1) != known.sealed) return false
            segments[manifest.active] = directory.openSegment(manifest.active)
            end = 0
        } else if (manifest.sealed != known.sealed) {
            return false
        }
        current = next
        return true
    }

    /** Takes in the active segment up to where it is durable; whatever is no record there is damage. */
    private fun take(durable: Long) {
        if (durable <= end) return
        val items = ArrayList<JournalItem>()
        SegmentScanner.scan(segments.getValue(manifest.active), end, durable, manifest.active, isSealed = true, items::add)
        items.forEach(index::take)
        end = durable
    }

    /** Builds the index anew, with the active segment up to `durable`. */
    fun load(next: StoreDirectory.CurrentManifest, durable: Long) {
        var opened = HashMap<Long, FileChannel>()
        val built = JournalIndex()
        try {
            val manifest = next.manifest
            for (number in manifest.sealed.map { it.number } + manifest.active) opened[number] = directory.openSegment(number)
            for (sealed in manifest.sealed) {
                val summary = SegmentScanner.scan(opened.getValue(sealed.number), 0, sealed.length, sealed.number, isSealed = true, built::take)
                if (summary.count != sealed.count && built.damage.none { it.segment == sealed.number }) {
                    built.take(Damage(sealed.number, sealed.length, sealed.length, header = null))
                }
            }
            SegmentScanner.scan(opened.getValue(manifest.active), 0, durable, manifest.active, isSealed = true, built::take)
            end = durable
            current = next
            index = built
            segments = opened.also { opened = segments }
        } finally {
            // Those that were replaced or, after a failure, those that were to replace them.
            opened.values.forEach { it.close() }
        }
    }

    /** Closes the files. */
    fun close() {
        segments.values.forEach { it.close() }
        segments = HashMap()
        current = null
    }

    // Reading

    /** The newest record of an id, null where there is none; fails where it is damaged, or may have been lost to damage. */
    fun read(kind: RecordKind, id: String): JournalRecord? = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> null
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> {
            val location = found.entry.locations.last()
            val record = record(kind, id, found.entry.version, location)
            when {
                record.hasDocument -> record
                record.acceptsLosses -> null
                else -> throw lost(id, location)
            }
        }
    }

    /** The newest version of an id, 0 where there is none. */
    fun version(kind: RecordKind, id: String): Long = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> 0
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> found.entry.version
    }

    /** All records of an id, in order; fails where one of them is damaged or missing. */
    fun chain(kind: RecordKind, id: String): Links = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> Links(emptyList(), 0)
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> {
            val locations = found.entry.locations
            val records = locations.mapIndexed { place, location -> record(kind, id, place + 1L, location) }
            val accepted = records.indexOfLast { it.acceptsLosses }
            val lost = records.indexOfLast { !it.hasDocument }
            if (lost > accepted) throw lost(id, locations[lost])
            Links(records.filter { it.hasDocument }, records.size.toLong())
        }
    }

    /** The record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): JournalRecord = line(run.location, id = null)

    /** One record of an id; fails where another one stands there. */
    fun record(kind: RecordKind, id: String, version: Long, location: RecordLocation): JournalRecord {
        val record = line(location, id)
        val header = record.header
        if (header.kind != kind.name || header.id != id || header.version != version) {
            throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: another record stands there"))
        }
        if (header.schema > RecordKind.SCHEMA) {
            val cause = "${kind.name} $id has schema ${header.schema}, this program reads ${RecordKind.SCHEMA}"
            throw StoreFailure(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause))
        }
        return record
    }

    private fun line(location: RecordLocation, id: String?): JournalRecord {
        val line = StoreDirectory.read(segments.getValue(location.segment), location.offset, location.offset + location.length)
        val header = if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
        return header?.let { JournalRecord(it, line) }
            ?: throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: the checksum is wrong"))
    }

    private fun lost(id: String, location: RecordLocation) =
        StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: what stood there was lost to damage"))

    companion object {
        /** The failure of reading something that damage stands in the way of. */
        fun corrupt(id: String?, damage: Damage) =
            StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "${damage.place}: damaged"))
    }
}
