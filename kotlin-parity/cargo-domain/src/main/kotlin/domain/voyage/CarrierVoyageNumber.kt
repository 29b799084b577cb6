package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.compareScalarsTo
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isTrimmedLine
import kotlin.jvm.JvmInline

/**
 * A number by which the carrier knows a voyage, such as `2103N`: 1 to 50 Unicode scalars, without control characters,
 * and without white space at either end.
 *
 * It isn't unique: two carriers may use the same one. Rule VOY-5.
 */
@JvmInline
public value class CarrierVoyageNumber private constructor(
    /** The text as given. */
    public val text: String,
) : Comparable<CarrierVoyageNumber> {
    /** Orders by Unicode scalars. */
    override fun compareTo(other: CarrierVoyageNumber): Int = text.compareScalarsTo(other.text)

    override fun toString(): String = text

    public companion object {
        private const val LONGEST = 50

        /** Parses a number. Fails with `carrier_voyage_number_invalid`, with the text as given. */
        public fun parse(text: String): Result<CarrierVoyageNumber> =
            if (text.isTrimmedLine(LONGEST)) Result.Success(CarrierVoyageNumber(text))
            else invalid(DomainError.Code.CARRIER_VOYAGE_NUMBER_INVALID, text)
    }
}
