package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isAsciiDigit
import io.github.cargokit.domain.shared.isAsciiUppercase
import kotlin.jvm.JvmInline

/** The code of a carrier, such as its SCAC or SMDG code: 2 to 10 characters out of `A-Z 0-9`. Rule VOY-5. */
@JvmInline
public value class CarrierCode private constructor(
    /** The text as given. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        /** Parses a carrier's code. Fails with `carrier_code_invalid`, with the text as given. */
        public fun parse(text: String): Result<CarrierCode> =
            if (text.length in 2..10 && text.all { it.isAsciiUppercase || it.isAsciiDigit }) {
                Result.Success(CarrierCode(text))
            }
            else invalid(DomainError.Code.CARRIER_CODE_INVALID, text)
    }
}
