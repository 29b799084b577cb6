package io.github.cargokit.infrastructure.jsonfile

import java.util.zip.CRC32C

/** CRC-32C (Castagnoli), the checksum in the store's files. */
internal object Checksum {
    private const val POLYNOMIAL = 0x82F6_3B78.toInt()

    /** For each change of the last byte (as flipped bits), the resulting change of the checksum. */
    private val table = IntArray(256) { byte ->
        var entry = byte
        repeat(8) { entry = if (entry and 1 == 1) entry ushr 1 xor POLYNOMIAL else entry ushr 1 }
        entry
    }

    /** Returns the checksum of the bytes from `start` up to `end`. */
    fun of(bytes: ByteArray, start: Int, end: Int): Int {
        val checksum = CRC32C()
        checksum.update(bytes, start, end - start)
        return checksum.value.toInt()
    }

    /** Returns the change of the checksum if these bits of the last byte are flipped. */
    fun effectOfLastByte(bits: Int): Int = table[bits]

    /** Formats a checksum as 8 lower-case hexadecimal digits. */
    fun digits(checksum: Int): String = checksum.toUInt().toString(16).padStart(8, '0')
}
