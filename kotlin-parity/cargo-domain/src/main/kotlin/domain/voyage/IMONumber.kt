package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isAsciiDigit
import kotlin.jvm.JvmInline

/**
 * The number that a ship keeps for life: seven ASCII digits, of which the last is the check digit.
 *
 * The check digit is the last digit of the sum of the first six digits, times 7, 6, 5, 4, 3 and 2. Source: IMO
 * resolution A.1117(30). Rule VOY-5.
 */
@JvmInline
public value class IMONumber private constructor(
    /** The seven digits. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        private const val LENGTH = 7

        /** Parses a number without the letters `IMO`. Fails with `imo_number_invalid`, with the text as given. */
        public fun parse(text: String): Result<IMONumber> =
            if (text.length == LENGTH && text.all { it.isAsciiDigit } && text.last() == checkDigit(text)) {
                Result.Success(IMONumber(text))
            }
            else invalid(DomainError.Code.IMO_NUMBER_INVALID, text)

        private fun checkDigit(text: String): Char =
            '0' + text.dropLast(1).withIndex().sumOf { (index, digit) -> (digit - '0') * (LENGTH - index) } % 10
    }
}
