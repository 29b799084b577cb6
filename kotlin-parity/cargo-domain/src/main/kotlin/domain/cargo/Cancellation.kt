package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason

/** When a booking was cancelled, and why (CRG-8). */
public data class Cancellation(val at: Instant, val reason: Reason)
