package cargo.infrastructure.jsonfile

/**
 * Finds out which record a damaged line was, when one damaged byte explains the damage.
 *
 * It serves to name the record that is lost and to clear all others; the repaired line is never taken for data.
 */
internal object LineRepair {
    /** A byte that may have been another one. */
    private class Change(val place: Int, val bits: Int)

    /**
     * The header of the line that differs from these bytes in one bit, or else the only one that differs in one byte, and has the checksum
     * that it says; null where there is none.
     */
    fun header(damaged: ByteArray): RecordHeader? {
        if (damaged.size <= RecordLine.PREFIX_LENGTH) return null
        val changes = changes(damaged)
        val change = changes.firstOrNull { it.bits.countOneBits() == 1 } ?: changes.singleOrNull() ?: return null
        val line = damaged.copyOf()
        line[change.place] = (line[change.place].toInt() xor change.bits).toByte()
        return if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
    }

    /** Each change of one byte that makes the checksum right. */
    private fun changes(line: ByteArray): List<Change> {
        val changes = mutableListOf<Change>()
        val checksum = Checksum.of(line, RecordLine.PREFIX_LENGTH, line.size)
        // The prefix as it ought to be, if the rest of the line is right.
        val prefix = RecordLine.prefix(checksum)
        val differing = prefix.indices.filter { prefix[it] != line[it] }
        if (differing.size == 1) {
            val place = differing[0]
            changes += Change(place, (prefix[place].toInt() xor line[place].toInt()) and 0xFF)
        }
        val stored = RecordLine.storedChecksum(line, 0, line.size)
        if (stored == null || stored == checksum) return changes
        // The difference of the checksums, taken back byte by byte: where the change was made, it is what one byte makes of it.
        val effects = IntArray(256) { Checksum.effectOfLastByte(it) }
        val inverse = IntArray(256)
        for (byte in effects.indices) inverse[effects[byte] ushr 24] = byte
        var difference = stored xor checksum
        for (place in line.indices.last downTo RecordLine.PREFIX_LENGTH) {
            val byte = inverse[difference ushr 24]
            if (effects[byte] == difference) changes += Change(place, byte)
            // One byte less behind the change.
            difference = ((difference xor effects[byte]) shl 8) or byte
        }
        return changes
    }
}
