package cargo.domain.location

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.allScalars
import cargo.domain.shared.compareScalarsTo
import cargo.domain.shared.invalid

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
        private const val LONGEST = 200

        /** Validates a name, which is neither trimmed nor normalised. Fails with `location_name_invalid`, with the text as given. */
        fun parse(text: String): Result<LocationName> {
            var count = 0
            var isBlank = true
            val isSound = text.allScalars { scalar ->
                if (!isWhiteSpace(scalar)) isBlank = false
                ++count <= LONGEST && !isControl(scalar)
            }
            return if (isSound && !isBlank) Result.Success(LocationName(text))
            else invalid(DomainError.Code.LOCATION_NAME_INVALID, text)
        }

        /** Uses a location's code as its name, if no better one is known. */
        internal fun of(code: UnLocode): LocationName = LocationName(code.text)

        private fun isControl(scalar: Int): Boolean = scalar < 0x20 || scalar in 0x7F..0x9F

        /** Unicode's White_Space property, listed here so that the result doesn't depend on the platform's Unicode version. */
        private fun isWhiteSpace(scalar: Int): Boolean = when (scalar) {
            in 0x09..0x0D, 0x20, 0x85, 0xA0, 0x1680, in 0x2000..0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true
            else -> false
        }
    }
}
