package cargo.domain.cargo

import cargo.domain.shared.Instant
import cargo.domain.shared.Reason

/** When a booking was cancelled, and why (CRG-8). */
data class Cancellation(val at: Instant, val reason: Reason)
