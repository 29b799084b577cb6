package cargo.domain.handling

import cargo.domain.shared.Instant

/** A cargo's last activity and its time: the part of a handling event that the cargo stores. */
data class Handled(val activity: HandlingActivity, val completionTime: Instant)
