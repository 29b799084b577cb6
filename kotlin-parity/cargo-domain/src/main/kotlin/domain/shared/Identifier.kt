package io.github.cargokit.domain.shared

/**
 * The syntax of customer ids and voyage numbers (VAL-ID-3).
 *
 * 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit.
 */
internal object Identifier {
    fun isValid(text: String): Boolean =
        text.length in 1..36 && text[0].isAsciiAlphanumeric &&
            text.all { it.isAsciiAlphanumeric || it == '-' || it == '_' || it == '.' }
}
