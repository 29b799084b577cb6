package cargo.domain.shared

/*
 * Text as a sequence of Unicode scalars (VAL-TXT-1). Equality needs nothing of its own: two well-formed texts have the same UTF-16 units
 * iff they have the same scalars. Order and length do.
 */

/** Orders texts by their scalars, where `compareTo` orders by UTF-16 units and so puts U+1F600 before U+FF5E. */
internal fun String.compareScalarsTo(other: String): Int {
    val common = minOf(length, other.length)
    for (index in 0 until common) {
        val mine = this[index]
        val theirs = other[index]
        if (mine != theirs) return scalarRank(mine) - scalarRank(theirs)
    }
    return length - other.length
}

/** The unit's place when surrogates, which stand for scalars beyond U+FFFF, come after all other units. */
private fun scalarRank(unit: Char): Int = if (unit.isSurrogate()) unit.code + 0x10000 else unit.code

/** Calls `visit` with each scalar; answers false at a lone surrogate, which is none, or as soon as `visit` does. */
internal inline fun String.allScalars(visit: (Int) -> Boolean): Boolean {
    var index = 0
    while (index < length) {
        val unit = this[index++]
        val scalar = when {
            !unit.isSurrogate() -> unit.code
            unit.isHighSurrogate() && index < length && this[index].isLowSurrogate() -> Character.toCodePoint(unit, this[index++])
            else -> return false
        }
        if (!visit(scalar)) return false
    }
    return true
}
