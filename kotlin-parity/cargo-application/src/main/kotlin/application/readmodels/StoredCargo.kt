package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.InternalCargoKitApi

/** A cargo as it is stored, for code that keeps a copy of it. */
public data class StoredCargo(
    public val trackingId: TrackingId,
    /** The legs of the route; empty if it has none. */
    public val legs: List<Leg>,
    /** When and why the booking was cancelled; null unless it is. */
    public val cancellation: Cancellation?,
    /** How many times the cargo was saved; the expected version of a change. */
    public val version: Long,
) {
    @InternalCargoKitApi
    public companion object {
        public fun of(cargo: Cargo): StoredCargo =
            StoredCargo(cargo.trackingId, cargo.itinerary?.legs.orEmpty(), cargo.cancellation, cargo.version)
    }
}
