package cargo.domain.shared

/*
 * Handles text as a sequence of Unicode scalars (VAL-TXT-1). Comparing for equality needs no code here, because two well-formed texts have
 * the same scalars exactly if they have the same UTF-16 units. Order and length differ.
 */

/** Compares texts by their scalars. `compareTo` compares UTF-16 units and so puts U+1F600 before U+FF5E. */
internal fun String.compareScalarsTo(other: String): Int {
    val common = minOf(length, other.length)
    for (index in 0 until common) {
        val mine = this[index]
        val theirs = other[index]
        if (mine != theirs) return scalarRank(mine) - scalarRank(theirs)
    }
    return length - other.length
}

/** Returns the sort key of a UTF-16 unit that puts surrogates, which encode scalars above U+FFFF, after all other units. */
private fun scalarRank(unit: Char): Int = if (unit.isSurrogate()) unit.code + 0x10000 else unit.code

/** Calls `visit` with each scalar. Returns false as soon as `visit` does, and at a lone surrogate, which isn't a scalar. */
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
