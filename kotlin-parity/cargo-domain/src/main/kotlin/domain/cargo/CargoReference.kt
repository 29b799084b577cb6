package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.compareScalarsTo
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isAsciiDigit
import io.github.cargokit.domain.shared.isAsciiUppercase
import io.github.cargokit.domain.shared.isLine
import io.github.cargokit.domain.shared.spelled

/**
 * What people outside know a cargo by: a container number or that of another box, a number of a document, or the
 * customer's own reference (REF-1).
 *
 * Several cargos may share a reference. References are ordered by type, then by the scalars of their values (REF-2).
 */
@ConsistentCopyVisibility
public data class CargoReference private constructor(
    /** What the value is. */
    public val type: ReferenceType,
    /** The text as given. */
    public val value: String,
) : Comparable<CargoReference> {
    override fun compareTo(other: CargoReference): Int =
        if (type == other.type) value.compareScalarsTo(other.value) else type.compareTo(other.type)

    override fun toString(): String = "$type:$value"

    public companion object {
        /**
         * Validates a reference, whose value is neither trimmed nor folded nor normalised.
         *
         * Fails with `reference_invalid`, with the value as given.
         */
        public fun create(type: ReferenceType, value: String): Result<CargoReference> {
            val isValid = when (type) {
                ReferenceType.CONTAINER -> isContainerNumber(value)
                ReferenceType.BILL_OF_LADING -> isDocumentNumber(value, longest = 20)
                ReferenceType.BOOKING -> isDocumentNumber(value, longest = 35)
                ReferenceType.CUSTOMER -> value.isLine(longest = 100)
                ReferenceType.EQUIPMENT -> isDocumentNumber(value, longest = 15)
            }
            return if (isValid) Result.Success(CargoReference(type, value)) else invalid(Code.REFERENCE_INVALID, value)
        }

        /** Whether the text is printable ASCII that neither begins nor ends with a space. */
        private fun isDocumentNumber(text: String, longest: Int): Boolean =
            text.length in 1..longest && text.first() != ' ' && text.last() != ' ' && text.all { it in ' '..'~' }

        /** Whether the text is a container number by ISO 6346 with the right check digit. */
        private fun isContainerNumber(text: String): Boolean {
            if (text.length != 11) return false
            if (!text.take(4).all { it.isAsciiUppercase } || !text.drop(4).all { it.isAsciiDigit }) return false
            val sum = text.take(10).withIndex().sumOf { (index, char) -> number(char) shl index }
            return text.last().digitToInt() == sum % 11 % 10
        }

        /** A digit has its own number; the letters from A on have those from 10 on, without the multiples of 11. */
        private fun number(char: Char): Int {
            if (char.isAsciiDigit) return char - '0'
            val place = char - 'A'
            return 10 + place + (place + 9) / 10
        }
    }
}

/**
 * What a cargo's reference is (REF-1), in the order in which a cargo has its references (REF-2). The names are the
 * spellings on the wire.
 */
public enum class ReferenceType {
    /** A container number by ISO 6346: four letters and seven digits, of which the last is the check digit. */
    CONTAINER,

    /** The number of a bill of lading: 1 to 20 printable ASCII characters. */
    BILL_OF_LADING,

    /** The number of a carrier's booking: 1 to 35 printable ASCII characters. */
    BOOKING,

    /** The customer's own reference: 1 to 100 Unicode scalars. */
    CUSTOMER,

    /** The number of a shipper's own box, which has no container number: 1 to 15 printable ASCII characters. */
    EQUIPMENT,
    ;

    /** Whether the reference names the box that the goods are in. A cargo is given at most one of these (REF-3). */
    internal val isBox: Boolean get() = this == CONTAINER || this == EQUIPMENT

    public companion object {
        /**
         * Parses the exact upper-case spelling of a type. Fails with `reference_type_invalid`, with the text as given.
         */
        public fun parse(text: String): Result<ReferenceType> =
            entries.spelled(text, Code.REFERENCE_TYPE_INVALID)
    }
}
