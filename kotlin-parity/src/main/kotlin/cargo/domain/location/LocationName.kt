package cargo.domain.location

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.compareScalarsTo
import cargo.domain.shared.invalid
import cargo.domain.shared.isLine

/**
 * The name of a location: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2).
 *
 * Names are compared by Unicode scalars (VAL-TXT-1): the composed and the decomposed spelling of "Göteborg" are two different names.
 */
@JvmInline
value class LocationName private constructor(
    /** The text as given. */
    val text: String,
) : Comparable<LocationName> {
    /** Orders by Unicode scalars. */
    override fun compareTo(other: LocationName): Int = text.compareScalarsTo(other.text)

    override fun toString(): String = text

    companion object {
        /** Validates a name, which is neither trimmed nor normalised. Fails with `location_name_invalid`, with the text as given. */
        fun parse(text: String): Result<LocationName> =
            if (text.isLine()) Result.Success(LocationName(text)) else invalid(DomainError.Code.LOCATION_NAME_INVALID, text)

        /** Uses a location's code as its name, if no better one is known. */
        internal fun of(code: UnLocode): LocationName = LocationName(code.text)
    }
}
