package io.github.cargokit.domain.shared

/**
 * The syntax of customer ids, voyage numbers (VAL-ID-3) and names of archives (VAL-ID-4).
 *
 * 1 to 36, or as many as given, ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit.
 */
internal object Identifier {
    fun isValid(text: String, limit: Int = 36): Boolean =
        text.length in 1..limit && text[0].isAsciiAlphanumeric &&
            text.all { it.isAsciiAlphanumeric || it == '-' || it == '_' || it == '.' }
}

/* ASCII character classes, independent of locale and Unicode. */

internal val Char.isAsciiDigit: Boolean get() = this in '0'..'9'
internal val Char.isAsciiUppercase: Boolean get() = this in 'A'..'Z'
internal val Char.isAsciiLowercase: Boolean get() = this in 'a'..'z'
internal val Char.isAsciiAlphanumeric: Boolean get() = isAsciiDigit || isAsciiUppercase || isAsciiLowercase
