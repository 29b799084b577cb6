package cargo.domain.cargo

import cargo.domain.handling.HandlingActivity

/** What happened to a misdirected cargo, and what the plan expects instead (CRG-9). */
class Misdirection internal constructor(
    /** The activity of the last move. */
    val actual: HandlingActivity,
    /** The entry of the plan that is due; `null` if the plan is complete. */
    val expected: HandlingActivity?,
)
