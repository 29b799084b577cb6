package cargo.infrastructure.jsonfile

import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE

/**
 * Works out what a store holds that no process has open, and says so in the state file (docs/adr/0034). The caller holds all three locks.
 *
 * Whatever the state file said is void: a crash of the machine may have brought an old one back.
 */
internal class JournalRecovery(private val directory: StoreDirectory, private val medium: Medium) {
    /** What the active segment holds. */
    class Extent(
        /** Where the last record ends, marks included. */
        val end: Long,
        /** Where the last record ends that is no mark. */
        val dataEnd: Long,
        /** What was durable, as the records themselves say. */
        val watermark: Long,
        val torn: LongRange?,
        val isDamaged: Boolean,
    ) {
        /** Whether all that was saved is known to be durable, so that nothing needs to be written. */
        val isClean: Boolean get() = isDamaged || torn == null && dataEnd <= watermark
    }

    /** Recovers the store, or creates it; gives the torn tail that was moved to `quarantine/`. */
    fun run(): RecoveredTail? {
        val found = directory.readManifest()?.manifest
        val manifest = found ?: directory.createFirstManifest()
        val extent = scan(manifest)
        // Damage is left as it is for a repair; nothing is written to the store before that.
        val recovered = if (extent.isClean) null else settle(extent, manifest.active)
        // Marks are not known to be durable: the next sync makes sure of them.
        val durable = if (extent.isClean && !extent.isDamaged) extent.dataEnd else extent.end
        // A line with a watermark followed a published sync, and that a manifest that was known to be durable.
        val isManifestDurable = found == null || extent.watermark > 0
        val state = StateFile.create(directory, medium)
        try {
            state.reset(
                StoreState.Append(segment = manifest.active, end = extent.end),
                StoreState.Sync(generation = if (isManifestDurable) manifest.generation else 0, segment = manifest.active, durable = durable),
            )
        } finally {
            state.close()
        }
        return recovered
    }

    /** Looks at the active segment. */
    fun scan(manifest: JournalManifest): Extent = directory.openSegment(manifest.active).use { file ->
        var isDamaged = false
        val summary = SegmentScanner.scan(file, 0, file.size(), manifest.active, isSealed = false) { isDamaged = isDamaged || it is JournalItem.Damage }
        Extent(summary.end, summary.dataEnd, summary.watermark, summary.torn, isDamaged)
    }

    /**
     * Moves a torn tail away and makes the rest durable: after kills the page cache may hold bytes that were never synced, or whose sync has
     * failed, and no one can tell whether they were acknowledged.
     */
    private fun settle(extent: Extent, segment: Long): RecoveredTail? = directory.openSegment(segment, READ, WRITE).use { file ->
        val recovered = extent.torn?.let { torn ->
            val copy = directory.quarantine(torn, file, segment)
            medium.truncate(file, torn.first)
            RecoveredTail(JournalManifest.segmentName(segment), torn, copy)
        }
        directory.rewrite(file, minOf(extent.watermark, extent.end), extent.end)
        medium.sync(file)
        recovered
    }
}
