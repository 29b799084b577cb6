package io.github.cargokit.infrastructure.jsonfile

/** Reads the fields of a line one after another. Returns null or false at anything unexpected. */
internal class LineReader(private val bytes: ByteArray, start: Int, private val end: Int) {
    /** The current position. */
    var position: Int = start
        private set

    /** Whether the end of the line is reached. */
    val isAtEnd: Boolean get() = position == end

    /** The number of remaining bytes. */
    val rest: Int get() = end - position

    /** Skips the text if it comes next. */
    fun skip(expected: String): Boolean {
        if (rest < expected.length) return false
        for (index in expected.indices) if (bytes[position + index].toInt() != expected[index].code) return false
        position += expected.length
        return true
    }

    /** Skips this many bytes. Returns false if fewer remain. */
    fun advance(count: Long): Boolean {
        if (count > rest) return false
        position += count.toInt()
        return true
    }

    /** Parses an integer from 0 to 2^53−1 without leading zeros. */
    fun integer(): Long? {
        val start = position
        var number = 0L
        while (position < end && bytes[position] in DIGITS) {
            number = number * 10 + (bytes[position] - ZERO)
            if (number > GREATEST_INTEGER) return null
            position++
        }
        val isPlain = position == start + 1 || (position > start && bytes[start] != ZERO)
        return if (isPlain) number else null
    }

    /** Reads the rest of a string of 1 to 1023 plain characters, and its closing quote. */
    fun text(): String? {
        val start = position
        while (position < end && RecordLine.isPlain(bytes[position])) position++
        val isTooLong = position - start !in 1..RecordLine.GREATEST_TEXT
        if (isTooLong || position == end || bytes[position].toInt() != '"'.code) return null
        return String(bytes, start, position++ - start, Charsets.ISO_8859_1)
    }

    private companion object {
        const val GREATEST_INTEGER = 9_007_199_254_740_991L
        const val ZERO = '0'.code.toByte()
        val DIGITS = ZERO..'9'.code.toByte()
    }
}
