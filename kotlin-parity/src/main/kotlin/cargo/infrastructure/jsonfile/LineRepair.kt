package cargo.infrastructure.jsonfile

/**
 * Finds out which record a damaged line was, when one flipped bit explains the damage.
 *
 * It serves to name the record that is lost and to clear all others; the repaired line is never taken for data.
 */
internal object LineRepair {
    private class Flip(val byte: Int, val bit: Int)

    /** The header of the only line that differs from these bytes in one bit and has the checksum that it says; null where there is none. */
    fun header(damaged: ByteArray): RecordHeader? {
        if (damaged.size <= RecordLine.PREFIX_LENGTH) return null
        val flip = flippedBit(damaged) ?: return null
        val line = damaged.copyOf()
        line[flip.byte] = (line[flip.byte].toInt() xor (1 shl flip.bit)).toByte()
        return if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
    }

    private fun flippedBit(line: ByteArray): Flip? {
        val checksum = Checksum.of(line, RecordLine.PREFIX_LENGTH, line.size)
        // The prefix as it ought to be, if the rest of the line is right: at most one bit may differ.
        val prefix = RecordLine.prefix(checksum)
        val differing = prefix.indices.filter { prefix[it] != line[it] }
        if (differing.size == 1) {
            val bits = (prefix[differing[0]].toInt() xor line[differing[0]].toInt()) and 0xFF
            if (bits.countOneBits() == 1) return Flip(differing[0], bits.countTrailingZeroBits())
        }
        val stored = RecordLine.storedChecksum(line, 0, line.size) ?: return null
        val wanted = stored xor checksum
        val effects = IntArray(8) { Checksum.effectOfLastByte(1 shl it) }
        for (byte in line.indices.last downTo RecordLine.PREFIX_LENGTH) {
            for (bit in effects.indices) {
                if (effects[bit] == wanted) return Flip(byte, bit)
                effects[bit] = Checksum.effectOneByteEarlier(effects[bit])
            }
        }
        return null
    }
}
