package io.github.cargokit.domain.location

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isAsciiLowercase
import io.github.cargokit.domain.shared.isAsciiUppercase
import kotlin.jvm.JvmInline

/**
 * A UN/LOCODE: identifies a port or other trade location.
 *
 * Five ASCII characters, stored in upper case: two letters for the country, then three for the place (letters, or
 * digits 2 to 9). Source: UNECE Recommendation 16. Rule VAL-LOC-1.
 */
@JvmInline
public value class UnLocode private constructor(
    /** The code in upper case, such as `SESTO`. */
    public val text: String,
) : Comparable<UnLocode> {
    /** Orders by the ASCII codes of the characters. */
    override fun compareTo(other: UnLocode): Int = text.compareTo(other.text)

    override fun toString(): String = text

    public companion object {
        /**
         * Parses a code. Lower-case ASCII letters are accepted; surrounding white space isn't. Fails with
         * `un_locode_invalid`, with the text as given.
         */
        public fun parse(text: String): Result<UnLocode> {
            if (text.length != 5) return invalid(DomainError.Code.UN_LOCODE_INVALID, text)
            val code = CharArray(5)
            for (place in code.indices) {
                val given = text[place]
                val folded = if (given.isAsciiLowercase) given - 0x20 else given
                val isAllowed = folded.isAsciiUppercase || (place >= 2 && folded in '2'..'9')
                if (!isAllowed) return invalid(DomainError.Code.UN_LOCODE_INVALID, text)
                code[place] = folded
            }
            return Result.Success(UnLocode(code.concatToString()))
        }
    }
}
