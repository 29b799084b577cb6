package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.location.UnLocode

/** What of a delivery only the handling history can tell; all the rest follows from the cargo's state (DLV-10). */
internal data class DeliveryProgress(
    /** What was done last. */
    val lastHandled: Handled? = null,
    /** Whether the cargo is off its route (DLV-5). */
    val isMisdirected: Boolean = false,
    /** The 0-based index of the plan's entry due; the plan's length at its end; absent without an itinerary. */
    val planPosition: Int? = null,
    /** Where the last thing done other than CUSTOMS took it ashore, if that is what it did (DLV-8). */
    val unloadedAt: UnLocode? = null,
) {
    /** The same cargo at the start of a new plan (CRG-2). */
    fun starting(plan: Plan): DeliveryProgress = copy(isMisdirected = plan.startsMisdirected, planPosition = plan.startPosition)
}
