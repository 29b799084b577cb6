package io.github.cargokit.infrastructure.jsonfile

/**
 * Identifies the record of a damaged line, if one changed byte explains the damage.
 *
 * The result only names the lost record, and so shows that no other record was lost. The repaired line is never used as
 * data.
 */
internal object LineRepair {
    /** A change of one byte. */
    private class Change(val place: Int, val bits: Int)

    /**
     * Finds the line as it was before the damage, and returns its header; null if there is none.
     *
     * That is an intact line that differs from the damaged one in a single bit, or else the only intact line that
     * differs in a single byte.
     */
    fun header(damaged: ByteArray): RecordHeader? {
        if (damaged.size <= RecordLine.PREFIX_LENGTH) return null
        val changes = changes(damaged)
        val change = changes.firstOrNull { it.bits.countOneBits() == 1 } ?: changes.singleOrNull() ?: return null
        val line = damaged.copyOf()
        line[change.place] = (line[change.place].toInt() xor change.bits).toByte()
        return if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
    }

    /** Returns every change of one byte that makes the checksum correct. */
    private fun changes(line: ByteArray): List<Change> {
        val changes = mutableListOf<Change>()
        val checksum = Checksum.of(line, RecordLine.PREFIX_LENGTH, line.size)
        // The prefix that the line should have, if the rest of it is correct.
        val prefix = RecordLine.prefix(checksum)
        val differing = prefix.indices.filter { prefix[it] != line[it] }
        if (differing.size == 1) {
            val place = differing[0]
            changes += Change(place, (prefix[place].toInt() xor line[place].toInt()) and 0xFF)
        }
        val stored = RecordLine.storedChecksum(line, 0, line.size)
        if (stored == null || stored == checksum) return changes
        // Step the difference of the checksums back byte by byte. At the changed byte, it equals the effect of that
        // byte's change.
        val effects = IntArray(256) { Checksum.effectOfLastByte(it) }
        val inverse = IntArray(256)
        for (byte in effects.indices) inverse[effects[byte] ushr 24] = byte
        var difference = stored xor checksum
        for (place in line.indices.last downTo RecordLine.PREFIX_LENGTH) {
            val byte = inverse[difference ushr 24]
            if (effects[byte] == difference) changes += Change(place, byte)
            // Step back past one more byte.
            difference = ((difference xor effects[byte]) shl 8) or byte
        }
        return changes
    }
}
