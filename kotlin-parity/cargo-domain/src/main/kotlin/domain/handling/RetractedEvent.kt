package io.github.cargokit.domain.handling

import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason

/** A handling event that was registered by mistake and taken back, with the reason and the time (HND-7). */
public data class RetractedEvent(val event: HandlingEvent, val reason: Reason, val retractedAt: Instant)
