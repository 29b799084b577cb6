package io.github.cargokit.domain.shared

/* ASCII character classes, independent of locale and Unicode. */

internal val Char.isAsciiDigit: Boolean get() = this in '0'..'9'
internal val Char.isAsciiUppercase: Boolean get() = this in 'A'..'Z'
internal val Char.isAsciiLowercase: Boolean get() = this in 'a'..'z'
internal val Char.isAsciiAlphanumeric: Boolean get() = isAsciiDigit || isAsciiUppercase || isAsciiLowercase
