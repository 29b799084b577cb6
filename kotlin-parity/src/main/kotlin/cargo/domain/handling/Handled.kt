package cargo.domain.handling

import cargo.domain.shared.Instant

/** What was done to a cargo last and when: the snapshot of a handling event that a cargo keeps. Any activity goes with any time. */
data class Handled(val activity: HandlingActivity, val completionTime: Instant)
