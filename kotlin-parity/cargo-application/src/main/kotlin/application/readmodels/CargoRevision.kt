package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.TrackingId

/**
 * Confirms that a cargo is as the command asked for, with the version that is stored now. Use `TrackCargo` to read its
 * new state.
 */
public data class CargoRevision(public val trackingId: TrackingId, public val version: Long)
