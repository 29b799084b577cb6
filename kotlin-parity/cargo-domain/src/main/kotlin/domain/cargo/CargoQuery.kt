package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.VoyageNumber

/** Conditions that cargos meet, all of them; without conditions, every cargo. */
public data class CargoQuery(
    /** The cargo's customer. */
    public val customer: CustomerId? = null,
    /** The port in which the cargo lies ([Delivery.currentPort]). */
    public val place: UnLocode? = null,
    /** A voyage of the itinerary. */
    public val voyage: VoyageNumber? = null,
    /** A kind of attention that the cargo needs. No cargo is `UNCOLLECTED` without a time: see [uncollectedAt]. */
    public val need: AttentionReason? = null,
    /** A reference that the cargo carries. */
    public val reference: CargoReference? = null,
    /** A time at which the cargo needs attention because it isn't collected ([AttentionReason.UNCOLLECTED]). */
    public val uncollectedAt: Instant? = null,
) {
    /** Returns whether a cargo meets the conditions. */
    public fun matches(cargo: Cargo): Boolean =
        (customer == null || cargo.customerId == customer) &&
            (place == null || cargo.delivery.currentPort == place) &&
            (voyage == null || voyage in cargo.voyageNumbers) &&
            (need == null || cargo.has(need)) && (reference == null || reference in cargo.references) &&
            (uncollectedAt == null || cargo.has(AttentionReason.UNCOLLECTED, uncollectedAt))
}
