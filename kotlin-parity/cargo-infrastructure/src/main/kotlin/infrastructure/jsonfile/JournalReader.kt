package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.infrastructure.jsonfile.JournalItem.Damage
import java.nio.channels.FileChannel

/**
 * The published part of a journal: the sealed segments up to their length, and the active one up to `durable` in the
 * state file.
 *
 * Published bytes don't change: nothing before `durable` is ever rewritten differently, and no segment is sealed below
 * it. So reading needs no lock and no sync.
 */
internal class JournalReader(private val directory: StoreDirectory) {
    /** The available records of an id since it was last removed, and its newest version. */
    class Links(val records: List<JournalRecord>, val version: Long)

    /** The manifest as of the last look; null while the store doesn't exist. */
    var current: StoreDirectory.CurrentManifest? = null
        private set

    private var segments = HashMap<Long, FileChannel>()

    /** The offset up to which the active segment is published, at the end of a record. */
    var end = 0L
        private set

    /** The index as of the last look. */
    var index = JournalIndex()
        private set

    /** The manifest. Use it only if the store exists. */
    val manifest: JournalManifest get() = checkNotNull(current).manifest

    // Keeping up

    /**
     * Reads the records that have become durable since the last call.
     *
     * Reads the manifest if slot S names an unknown one, or if `isManifestRead` is set. While slot S lags behind the
     * manifest, nothing of the new active segment is published.
     */
    fun show(sync: StoreState.Sync, isManifestRead: Boolean = false) {
        val known = current?.manifest
        val isKnown = known != null && (sync.generation == 0L || sync.generation == known.generation) &&
            sync.segment <= known.active
        if (isManifestRead || !isKnown) adopt(sync)
        take(sync.durable(manifest.active))
    }

    /** Switches to the manifest in force, if it has changed. */
    private fun adopt(sync: StoreState.Sync) {
        while (true) {
            val next = directory.readManifest()
                ?: throw StoreFailure.technical(Code.STORE_UNAVAILABLE, "${directory.path}: the manifest is gone")
            if (next == current) return
            if (follow(next)) return
            try {
                return load(next, sync.durable(next.manifest.active))
            } catch (failure: StoreFailure) {
                // A compaction may have replaced the manifest and removed the old segments.
                if (directory.readManifest() == next) throw failure
            }
        }
    }

    /**
     * Keeps the index if the new manifest names the same records: it is the same manifest again, or it seals the active
     * segment at the published end. No domain events were dropped meanwhile.
     *
     * Returns false otherwise.
     */
    private fun follow(next: StoreDirectory.CurrentManifest): Boolean {
        val known = current?.manifest ?: return false
        val manifest = next.manifest
        if (manifest.trimmed != known.trimmed) return false
        if (manifest.active != known.active) {
            val last = manifest.sealed.lastOrNull() ?: return false
            if (last.number != known.active || last.length != end || manifest.sealed.dropLast(1) != known.sealed) {
                return false
            }
            segments[manifest.active] = directory.openSegment(manifest.active)
            end = 0
        } else if (manifest.sealed != known.sealed) {
            return false
        }
        current = next
        return true
    }

    /** Reads the active segment up to `durable`. Any bytes there that aren't records are damage. */
    private fun take(durable: Long) {
        if (durable <= end) return
        val items = ArrayList<JournalItem>()
        val active = segments.getValue(manifest.active)
        SegmentScanner.scan(active, end, durable, manifest.active, isSealed = true, items::add)
        items.forEach(index::take)
        end = durable
    }

    /** Builds a new index, with the active segment up to `durable`. */
    fun load(next: StoreDirectory.CurrentManifest, durable: Long) {
        var opened = HashMap<Long, FileChannel>()
        val built = JournalIndex(next.manifest.trimmed)
        try {
            val manifest = next.manifest
            for (number in manifest.sealed.map { it.number } + manifest.active) {
                opened[number] = directory.openSegment(number)
            }
            for (sealed in manifest.sealed) {
                val file = opened.getValue(sealed.number)
                val summary = SegmentScanner.scan(file, 0, sealed.length, sealed.number, isSealed = true, built::take)
                if (summary.count != sealed.count && built.damage.none { it.segment == sealed.number }) {
                    built.take(Damage(sealed.number, sealed.length, sealed.length, header = null))
                }
            }
            val active = opened.getValue(manifest.active)
            SegmentScanner.scan(active, 0, durable, manifest.active, isSealed = true, built::take)
            end = durable
            current = next
            index = built
            segments = opened.also { opened = segments }
        } finally {
            // Closes the replaced files or, after a failure, the new ones.
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

    /**
     * Returns the newest record of an id, also one that says that the id was removed; null if there is none. Fails if
     * the record is damaged or may have been lost to damage.
     */
    fun newest(kind: RecordKind, id: String): JournalRecord? = when (val found = index.lookup(kind, id)) {
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

    /** Returns the newest version of an id; 0 if there is none. */
    fun version(kind: RecordKind, id: String): Long = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> 0
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> found.entry.version
    }

    /**
     * Returns all records of an id in order, since it was last removed. Fails if one of them is damaged or missing.
     */
    fun chain(kind: RecordKind, id: String): Links = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> Links(emptyList(), 0)
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> {
            val locations = found.entry.locations
            // A compaction may have dropped the first ones.
            val first = found.entry.version - locations.size + 1
            val records = locations.mapIndexed { place, location -> record(kind, id, first + place, location) }
            // What was lost before the id was removed doesn't matter any more.
            val begin = records.indexOfLast { it.acceptsLosses || it.header.isRemoved }
            val lost = records.indexOfLast { !it.hasDocument }
            if (lost > begin) throw lost(id, locations[lost])
            val start = records.indexOfLast { it.header.isRemoved } + 1
            Links(records.drop(start).filter { it.hasDocument }, found.entry.version)
        }
    }

    /** Returns the record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): JournalRecord = line(run.location, id = null)

    /** Returns a record of an id, of any version if none is given. Fails if another record is at that location. */
    fun record(kind: RecordKind, id: String, version: Long?, location: RecordLocation): JournalRecord {
        val record = line(location, id)
        val header = record.header
        if (header.kind != kind.name || header.id != id || header.version != (version ?: header.version)) {
            throw StoreFailure.corrupt(id, "$location: another record is stored there")
        }
        if (header.schema > kind.newestSchema && !header.isRemoved) {
            val cause = "${kind.name} $id has schema ${header.schema}; this program reads ${kind.newestSchema}"
            throw StoreFailure.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause)
        }
        return record
    }

    private fun line(location: RecordLocation, id: String?): JournalRecord {
        val line =
            StoreDirectory.read(segments.getValue(location.segment), location.offset, location.offset + location.length)
        val header = if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
        return header?.let { JournalRecord(it, line) }
            ?: throw StoreFailure.corrupt(id, "$location: the checksum is wrong")
    }

    private fun lost(id: String, location: RecordLocation) =
        StoreFailure.corrupt(id, "$location: the record was lost to damage")

    companion object {
        /** Returns the error for a record that can't be trusted because of damage. */
        fun corrupt(id: String?, damage: Damage) = StoreFailure.corrupt(id, "${damage.place}: damaged")
    }
}
