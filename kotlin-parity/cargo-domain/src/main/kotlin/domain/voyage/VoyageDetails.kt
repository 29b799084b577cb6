package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.refused

/** Who operates a voyage, by what, and under which numbers (VOY-5). Everything is optional. */
@ConsistentCopyVisibility
public data class VoyageDetails private constructor(
    /** The carrier that operates the voyage. */
    val carrier: CarrierCode?,
    /** The numbers by which the carrier knows it: at most 20, all different, in order. */
    val carrierVoyageNumbers: List<CarrierVoyageNumber>,
    /** What it travels by. */
    val mode: TransportMode?,
    /** The ship. */
    val vessel: Vessel?,
) {
    /** Whether nothing is known. */
    val isEmpty: Boolean get() = this == NONE

    public companion object {
        /** The details of a voyage of which nothing is known. */
        public val NONE: VoyageDetails = VoyageDetails(null, emptyList(), null, null)

        private const val MOST_NUMBERS = 20

        /**
         * Creates details.
         *
         * Fails with `carrier_voyage_numbers_invalid` unless the numbers are in order, all different and at most 20.
         */
        public fun create(
            carrier: CarrierCode? = null,
            carrierVoyageNumbers: List<CarrierVoyageNumber> = emptyList(),
            mode: TransportMode? = null,
            vessel: Vessel? = null,
        ): Result<VoyageDetails> {
            val own = carrierVoyageNumbers.toList()
            return if (own.isEmpty()) Result.Success(VoyageDetails(carrier, own, mode, vessel))
            else checked(own).map { VoyageDetails(carrier, it, mode, vessel) }
        }

        /** Returns a list of numbers as it is, or `carrier_voyage_numbers_invalid`, also if it is empty. */
        @InternalCargoKitApi
        public fun checked(numbers: List<CarrierVoyageNumber>): Result<List<CarrierVoyageNumber>> {
            val isInOrder = numbers.zipWithNext().all { (left, right) -> left < right }
            return if (isInOrder && numbers.size in 1..MOST_NUMBERS) Result.Success(numbers)
            else refused(Code.CARRIER_VOYAGE_NUMBERS_INVALID)
        }
    }
}
