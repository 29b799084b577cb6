package io.github.cargokit.infrastructure.jsonfile

import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE

/**
 * Recovers a store that no process has open, and writes its state file (docs/design/journal-commits.md). The caller
 * holds all three locks.
 *
 * The previous contents of the state file are ignored, because a system crash may have brought back an old version.
 */
internal class JournalRecovery(private val directory: StoreDirectory, private val medium: Medium) {
    /** The contents of the active segment. */
    class Extent(
        /** The end of the last record, including marks. */
        val end: Long,
        /** The end of the last record that isn't a mark. */
        val dataEnd: Long,
        /** The offset up to which the records themselves show that bytes were durable. */
        val watermark: Long,
        val torn: LongRange?,
        val isDamaged: Boolean,
    ) {
        /** Whether everything saved is known to be durable, so that nothing needs to be written. */
        val isClean: Boolean get() = isDamaged || torn == null && dataEnd <= watermark
    }

    /** Recovers or creates the store. Returns the torn tail that was moved to `quarantine/`, if any. */
    fun run(): RecoveredTail? {
        val found = directory.readManifest()?.manifest
        val manifest = found ?: directory.createFirstManifest()
        val extent = scan(manifest)
        // Leave damage as it is until it is repaired; nothing is written to the store before that.
        val recovered = if (extent.isClean) null else settle(extent, manifest.active)
        // Marks aren't known to be durable. The next sync takes care of them.
        val durable = if (extent.isClean && !extent.isDamaged) extent.dataEnd else extent.end
        // A watermark above 0 proves that the manifest is on disk: its line was written after a published sync, which
        // followed the manifest.
        val isManifestDurable = found == null || extent.watermark > 0
        val state = StateFile.create(directory, medium)
        try {
            state.reset(
                StoreState.Append(segment = manifest.active, end = extent.end),
                StoreState.Sync(
                    generation = if (isManifestDurable) manifest.generation else 0,
                    segment = manifest.active,
                    durable = durable,
                ),
            )
        } finally {
            state.close()
        }
        return recovered
    }

    /** Scans the active segment. */
    fun scan(manifest: JournalManifest): Extent = directory.openSegment(manifest.active).use { file ->
        var isDamaged = false
        val summary = SegmentScanner.scan(file, 0, file.size(), manifest.active, isSealed = false) {
            isDamaged = isDamaged || it is JournalItem.Damage
        }
        Extent(summary.end, summary.dataEnd, summary.watermark, summary.torn, isDamaged)
    }

    /**
     * Moves a torn tail to `quarantine/` and makes the rest durable.
     *
     * After a kill, the page cache can hold bytes that were never synced, or whose sync failed. Whether they were
     * acknowledged is unknown.
     */
    private fun settle(
        extent: Extent,
        segment: Long,
    ): RecoveredTail? = directory.openSegment(segment, READ, WRITE).use { file ->
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
