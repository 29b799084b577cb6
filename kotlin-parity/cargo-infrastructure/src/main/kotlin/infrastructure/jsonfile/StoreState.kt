package io.github.cargokit.infrastructure.jsonfile

import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN

/**
 * The contents of `STATE`: how far the active segment was appended to, and how far it is on disk
 * (docs/design/journal-commits.md).
 *
 * `spec/files/README.md` specifies the layout. Each slot has two copies. The intact one with the higher sequence number
 * counts, so if a process is killed while writing one copy, the other one remains.
 */
internal class StoreState(val append: Append, val sync: Sync) {
    /** Slot A, written under [StoreLocks.Place.APPEND]. */
    data class Append(
        val sequence: Long = 0,
        val segment: Long = 0,
        /** The end of the last complete commit in the segment. */
        val end: Long = 0,
    ) {
        /** Returns how far the active segment was appended to; 0 if the slot names another segment. */
        fun end(active: Long): Long = if (segment == active) end else 0

        /** The bytes of a copy, and their offset in the file. */
        val copy: Pair<Long, ByteArray> get() = copy(A, place = 0, sequence, flags = 0, generation = 0, segment, end)
    }

    /** Slot S, written under [StoreLocks.Place.SYNC]. */
    data class Sync(
        val sequence: Long = 0,
        /** Whether a sync is in progress, has failed, or was interrupted by the death of its process. */
        val isSyncing: Boolean = false,
        /** The generation of the manifest that is known to be on disk; 0 if none is. */
        val generation: Long = 0,
        val segment: Long = 0,
        /** All bytes of the segment before this offset are on disk. */
        val durable: Long = 0,
    ) {
        /** Returns how far the active segment is durable; 0 if the slot names another segment. */
        fun durable(active: Long): Long = if (segment == active) durable else 0

        /** Returns whether the manifest is known to be on disk, so that its active segment can be appended to. */
        fun isOf(manifest: JournalManifest): Boolean = generation == manifest.generation && segment == manifest.active

        /** The bytes of a copy, and their offset in the file. */
        val copy: Pair<Long, ByteArray>
            get() = copy(S, place = 2, sequence, if (isSyncing) SYNCING else 0, generation, segment, durable)
    }

    private class Fields(val sequence: Long, val flags: Int, val generation: Long, val segment: Long, val offset: Long)

    companion object {
        /** The length of `STATE`. All of it is written when the file is created, so that later writes need no space. */
        const val FILE_LENGTH = 4096

        /** The length of both slots, each with two copies. */
        const val LENGTH = 256

        private const val SLOT = 64
        private const val CHECKED = 60
        private const val SYNCING = 1

        // The four characters at the start of a slot, CJA1 or CJS1, as a little-endian number.
        private const val A = 0x3141_4A43
        private const val S = 0x3153_4A43

        /** Decodes slot A; null if neither copy is intact. */
        fun append(bytes: ByteArray): Append? =
            newest(bytes, A, place = 0)?.let { Append(it.sequence, it.segment, it.offset) }

        /** Decodes slot S; null if neither copy is intact. */
        fun sync(bytes: ByteArray): Sync? =
            newest(
                bytes,
                S,
                place = 2,
            )?.let { Sync(it.sequence, it.flags and SYNCING != 0, it.generation, it.segment, it.offset) }

        private fun newest(bytes: ByteArray, mark: Int, place: Int): Fields? =
            listOfNotNull(fields(bytes, mark, place), fields(bytes, mark, place + 1)).maxByOrNull { it.sequence }

        private fun fields(bytes: ByteArray, mark: Int, place: Int): Fields? {
            val start = place * SLOT
            if (bytes.size < start + SLOT) return null
            val slot = ByteBuffer.wrap(bytes, start, SLOT).slice().order(LITTLE_ENDIAN)
            if (slot.getInt(0) != mark || slot.getInt(CHECKED) != Checksum.of(bytes, start, start + CHECKED)) {
                return null
            }
            val fields = Fields(
                slot.getLong(8),
                slot.getInt(4),
                slot.getLong(16),
                slot.getInt(24).toUInt().toLong(),
                slot.getLong(32),
            )
            // Values beyond the range of Long aren't the sequence, generation or offset of any store.
            return fields.takeIf { it.sequence >= 0 && it.generation >= 0 && it.offset >= 0 }
        }

        private fun copy(
            mark: Int, place: Int, sequence: Long, flags: Int, generation: Long, segment: Long, offset: Long,
        ): Pair<Long, ByteArray> {
            val slot = ByteBuffer.allocate(SLOT).order(LITTLE_ENDIAN)
            slot.putInt(0, mark).putInt(4, flags).putLong(8, sequence).putLong(16, generation)
            slot.putInt(24, segment.toInt()).putLong(32, offset)
            slot.putInt(CHECKED, Checksum.of(slot.array(), 0, CHECKED))
            return (place + sequence % 2) * SLOT to slot.array()
        }
    }
}
