package cargo.domain.shared

/** The characters that customer ids and voyage numbers share (VAL-ID-3): 1 to 36 of `A-Z a-z 0-9 - _ .`, the first one alphanumeric. */
internal object Identifier {
    fun isValid(text: String): Boolean =
        text.length in 1..36 && text[0].isAsciiAlphanumeric && text.all { it.isAsciiAlphanumeric || it == '-' || it == '_' || it == '.' }
}
