package io.github.cargokit.domain.shared

/**
 * Reads and writes the text of instants (VAL-TIME-2, VAL-TIME-3).
 *
 * `java.time` isn't used because in places it accepts leap seconds, 24:00, and digits other than ASCII.
 */
@InternalCargoKitApi
public object InstantText {
    private const val DAY = 86_400_000L

    /** Returns milliseconds since 1970, which may be out of range; null if the text doesn't match VAL-TIME-2. */
    public fun parse(text: String): Long? {
        if (text.length < 20) return null
        if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':') return null
        val year = text.digits(0, 4)
        val month = text.digits(5, 2)
        val day = text.digits(8, 2)
        val hour = text.digits(11, 2)
        val minute = text.digits(14, 2)
        val second = text.digits(17, 2)
        if (year < 0 || month !in 1..12 || day < 1 || day > lengthOfMonth(year, month)) return null
        if (hour !in 0..23 || minute !in 0..59 || second !in 0..59) return null

        var position = 19
        var milliseconds = 0
        if (text[position] == '.') {
            val start = ++position
            var weight = 100
            while (position < text.length && text[position].isAsciiDigit) {
                milliseconds += weight * (text[position++] - '0')
                weight /= 10
            }
            if (position - start !in 1..9) return null
        }
        val offset = offsetMinutes(text, position) ?: return null
        val minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset
        return (minutes * 60 + second) * 1000 + milliseconds
    }

    /**
     * Returns the offset from UTC in minutes, positive east of Greenwich; null if the rest of the text isn't a valid
     * offset.
     */
    private fun offsetMinutes(text: String, position: Int): Int? {
        val rest = text.length - position
        if (rest == 1) return if (text[position] == 'Z') 0 else null
        if (rest != 6 || text[position + 3] != ':') return null
        val sign = when (text[position]) {
            '+' -> 1
            '-' -> -1
            else -> return null
        }
        val hours = text.digits(position + 1, 2)
        val minutes = text.digits(position + 4, 2)
        if (hours < 0 || minutes !in 0..59) return null
        val total = hours * 60 + minutes
        return if (total > 18 * 60 || (sign < 0 && total == 0)) null else sign * total
    }

    /** Returns the number spelled by `count` ASCII digits; −1 if any of them isn't a digit. */
    private fun String.digits(start: Int, count: Int): Int {
        var number = 0
        for (index in start until start + count) {
            val digit = this[index]
            if (!digit.isAsciiDigit) return -1
            number = number * 10 + (digit - '0')
        }
        return number
    }

    /** Returns the canonical text of an instant that is in the range of VAL-TIME-1. */
    public fun format(epochMilliseconds: Long): String {
        val text = ByteArray(24)
        write(epochMilliseconds, text, 0)
        return text.decodeToString()
    }

    /** Writes the 24 bytes of canonical text. */
    public fun write(epochMilliseconds: Long, bytes: ByteArray, offset: Int) {
        val time = (epochMilliseconds % DAY).toInt()
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": counts days in eras of 400 years that begin on
        // 1 March.
        val days = epochMilliseconds / DAY + 719_468
        val era = days / 146_097
        val dayOfEra = (days - era * 146_097).toInt()
        val yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        val dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        val monthFromMarch = (5 * dayOfYear + 2) / 153
        val day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        val month = if (monthFromMarch < 10) monthFromMarch + 3 else monthFromMarch - 9
        val year = yearOfEra + (era * 400).toInt() + if (month <= 2) 1 else 0

        bytes.put(offset, 4, year, '-')
        bytes.put(offset + 5, 2, month, '-')
        bytes.put(offset + 8, 2, day, 'T')
        bytes.put(offset + 11, 2, time / 3_600_000, ':')
        bytes.put(offset + 14, 2, time / 60_000 % 60, ':')
        bytes.put(offset + 17, 2, time / 1000 % 60, '.')
        bytes.put(offset + 20, 3, time % 1000, 'Z')
    }

    private fun ByteArray.put(offset: Int, digits: Int, number: Int, mark: Char) {
        var rest = number
        for (place in offset + digits - 1 downTo offset) {
            this[place] = ('0' + rest % 10).code.toByte()
            rest /= 10
        }
        this[offset + digits] = mark.code.toByte()
    }

    private fun lengthOfMonth(year: Int, month: Int): Int = when (month) {
        2 -> if (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) 29 else 28
        4, 6, 9, 11 -> 30
        else -> 31
    }

    private fun daysSince1970(year: Int, month: Int, day: Int): Long {
        val yearFromMarch = if (month <= 2) year - 1 else year
        val era = yearFromMarch.floorDiv(400)
        val yearOfEra = yearFromMarch - era * 400
        val dayOfYear = (153 * (if (month > 2) month - 3 else month + 9) + 2) / 5 + day - 1
        val dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097L + dayOfEra - 719_468
    }
}
