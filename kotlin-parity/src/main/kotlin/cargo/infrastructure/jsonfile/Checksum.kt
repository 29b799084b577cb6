package cargo.infrastructure.jsonfile

import java.util.zip.CRC32C

/** CRC-32C (Castagnoli), as the store's files use it. */
internal object Checksum {
    private const val POLYNOMIAL = 0x82F6_3B78.toInt()

    /** What a flip in the last byte does to the checksum, by the flipped bits. */
    private val table = IntArray(256) { byte ->
        var entry = byte
        repeat(8) { entry = if (entry and 1 == 1) entry ushr 1 xor POLYNOMIAL else entry ushr 1 }
        entry
    }

    /** The checksum of the bytes from `start` to before `end`. */
    fun of(bytes: ByteArray, start: Int, end: Int): Int {
        val checksum = CRC32C()
        checksum.update(bytes, start, end - start)
        return checksum.value.toInt()
    }

    /** The change in the checksum when these bits are flipped in the last byte of the data. */
    fun effectOfLastByte(bits: Int): Int = table[bits]

    /** A checksum as it is written: 8 lower-case hexadecimal digits. */
    fun digits(checksum: Int): String = checksum.toUInt().toString(16).padStart(8, '0')
}
