package io.github.cargokit.domain.location

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.compareScalarsTo
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isLine
import kotlin.jvm.JvmInline

/**
 * The name of a location: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2).
 *
 * Names are compared by Unicode scalars (VAL-TXT-1): the composed and the decomposed spelling of "Göteborg" are two
 * different names.
 */
@JvmInline
public value class LocationName private constructor(
    /** The text as given. */
    public val text: String,
) : Comparable<LocationName> {
    /** Orders by Unicode scalars. */
    override fun compareTo(other: LocationName): Int = text.compareScalarsTo(other.text)

    override fun toString(): String = text

    public companion object {
        /**
         * Validates a name, which is neither trimmed nor normalised. Fails with `location_name_invalid`, with the text
         * as given.
         */
        public fun parse(text: String): Result<LocationName> =
            if (text.isLine()) Result.Success(LocationName(text))
            else invalid(DomainError.Code.LOCATION_NAME_INVALID, text)

        /** Uses a location's code as its name, if no better one is known. */
        @InternalCargoKitApi
        public fun of(code: UnLocode): LocationName = LocationName(code.text)
    }
}
