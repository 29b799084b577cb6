package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity

/**
 * The part of a delivery that comes from the handling history.
 *
 * Everything else follows from the cargo's other state (DLV-10).
 */
internal data class DeliveryProgress(
    /** The last activity of any type, and its time. */
    val lastHandled: CompletedActivity? = null,
    /** Whether the cargo has left its route (DLV-5). */
    val isMisdirected: Boolean = false,
    /**
     * The 0-based index of the plan's next entry; the length of the plan once it is complete; `null` without an
     * itinerary.
     */
    val planPosition: Int? = null,
    /** The last activity other than CUSTOMS, and its time (DLV-1). */
    val lastMove: CompletedActivity? = null,
) {
    /** Returns the progress of the same cargo at the start of a new plan (CRG-2). */
    fun starting(plan: Plan): DeliveryProgress =
        copy(isMisdirected = plan.startsMisdirected, planPosition = plan.startPosition)
}
