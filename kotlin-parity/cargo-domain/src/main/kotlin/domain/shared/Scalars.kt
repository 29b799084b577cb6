package io.github.cargokit.domain.shared

/*
 * Handles text as a sequence of Unicode scalars (VAL-TXT-1). Comparing for equality needs no code here, because two
 * well-formed texts have the same scalars exactly if they have the same UTF-16 units. Order and length differ.
 */

/** Compares texts by their scalars. `compareTo` compares UTF-16 units and so puts U+1F600 before U+FF5E. */
@InternalCargoKitApi
public fun String.compareScalarsTo(other: String): Int {
    val common = minOf(length, other.length)
    for (index in 0 until common) {
        val mine = this[index]
        val theirs = other[index]
        if (mine != theirs) return scalarRank(mine) - scalarRank(theirs)
    }
    return length - other.length
}

/**
 * Returns the sort key of a UTF-16 unit that puts surrogates, which encode scalars above U+FFFF, after all other units.
 */
private fun scalarRank(unit: Char): Int = if (unit.isSurrogate()) unit.code + 0x10000 else unit.code

/** Returns the scalar that a pair of surrogates encodes. */
@InternalCargoKitApi
public fun scalarOf(high: Char, low: Char): Int = ((high.code - 0xD800) shl 10) + (low.code - 0xDC00) + 0x10000

/**
 * Calls `visit` with each scalar. Returns false as soon as `visit` does, and at a lone surrogate, which isn't a scalar.
 */
internal inline fun String.allScalars(visit: (Int) -> Boolean): Boolean {
    var index = 0
    while (index < length) {
        val unit = this[index++]
        val scalar = when {
            !unit.isSurrogate() -> unit.code
            unit.isHighSurrogate() && index < length && this[index].isLowSurrogate() -> scalarOf(unit, this[index++])
            else -> return false
        }
        if (!visit(scalar)) return false
    }
    return true
}

private const val LONGEST_LINE = 200

/**
 * Returns whether text is 1 to `longest` Unicode scalars, without control characters, and not only white space
 * (VAL-LOC-2, VAL-TXT-2, REF-1).
 */
internal fun String.isLine(longest: Int = LONGEST_LINE): Boolean {
    var count = 0
    var isBlank = true
    val isSound = allScalars { scalar ->
        if (!isWhiteSpace(scalar)) isBlank = false
        ++count <= longest && !isControl(scalar)
    }
    return isSound && !isBlank
}

/**
 * Returns whether text is 1 to `longest` Unicode scalars, without control characters, and without white space at either
 * end (VOY-5).
 */
internal fun String.isTrimmedLine(longest: Int): Boolean =
    // No white space is above U+FFFF, so the first and the last unit tell.
    isLine(longest) && !isWhiteSpace(first().code) && !isWhiteSpace(last().code)

private fun isControl(scalar: Int): Boolean = scalar < 0x20 || scalar in 0x7F..0x9F

/** Unicode's White_Space property, listed here so that the result doesn't depend on the platform's Unicode version. */
private fun isWhiteSpace(scalar: Int): Boolean = when (scalar) {
    in 0x09..0x0D, 0x20, 0x85, 0xA0, 0x1680, in 0x2000..0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true
    else -> false
}
