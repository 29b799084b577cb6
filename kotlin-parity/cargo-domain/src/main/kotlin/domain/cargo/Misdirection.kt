package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.HandlingActivity

/** What happened to a misdirected cargo, and what the plan expects instead (CRG-9). */
public data class Misdirection(
    /** The activity of the last move. */
    public val actual: HandlingActivity,
    /** The entry of the plan that is due; `null` if the plan is complete. */
    public val expected: HandlingActivity?,
)
