package cargo.domain.handling

import cargo.domain.shared.Instant
import cargo.domain.shared.Reason

/** A handling event that was registered by mistake and taken back, with the reason and the time (HND-7). */
data class RetractedEvent(val event: HandlingEvent, val reason: Reason, val retractedAt: Instant)
