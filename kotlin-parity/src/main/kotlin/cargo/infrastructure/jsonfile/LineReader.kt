package cargo.infrastructure.jsonfile

/** Reads the fields of a line one after another; any surprise ends it with null or false. */
internal class LineReader(private val bytes: ByteArray, start: Int, private val end: Int) {
    /** How far the line has been read. */
    var position: Int = start
        private set

    /** Whether nothing is left. */
    val isAtEnd: Boolean get() = position == end

    /** How many bytes are left. */
    val rest: Int get() = end - position

    /** Moves past the text if it comes next. */
    fun skip(expected: String): Boolean {
        if (rest < expected.length) return false
        for (index in expected.indices) if (bytes[position + index].toInt() != expected[index].code) return false
        position += expected.length
        return true
    }

    /** Moves on by so many bytes; false where there are not as many. */
    fun advance(count: Long): Boolean {
        if (count > rest) return false
        position += count.toInt()
        return true
    }

    /** A whole number of 0 or more, without leading zeros, within 2^53−1. */
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

    /** The rest of a string of 1 to 1023 plain characters, and its closing quote. */
    fun text(): String? {
        val start = position
        while (position < end && RecordLine.isPlain(bytes[position])) position++
        if (position - start !in 1..RecordLine.GREATEST_TEXT || position == end || bytes[position].toInt() != '"'.code) return null
        return String(bytes, start, position++ - start, Charsets.ISO_8859_1)
    }

    private companion object {
        const val GREATEST_INTEGER = 9_007_199_254_740_991L
        const val ZERO = '0'.code.toByte()
        val DIGITS = ZERO..'9'.code.toByte()
    }
}
