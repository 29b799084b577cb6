package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isLine
import kotlin.jvm.JvmInline

/**
 * The name of a vessel: 1 to 200 Unicode scalars, without control characters, and not only white space (VOY-5,
 * VAL-LOC-2).
 */
@JvmInline
public value class VesselName private constructor(
    /** The text as given. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        /**
         * Validates a name, which is neither trimmed nor normalised. Fails with `vessel_name_invalid`, with the text as
         * given.
         */
        public fun parse(text: String): Result<VesselName> =
            if (text.isLine()) Result.Success(VesselName(text))
            else invalid(DomainError.Code.VESSEL_NAME_INVALID, text)
    }
}
