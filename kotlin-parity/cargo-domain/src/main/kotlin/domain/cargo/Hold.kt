package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason

/**
 * A hold on a cargo, why it was placed and when (CRG-15).
 *
 * A hold is a fact, not a lock: what is done to the cargo all the same is registered.
 */
public data class Hold(val type: HoldType, val reason: Reason, val at: Instant)
