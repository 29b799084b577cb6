package io.github.cargokit.domain.handling

import io.github.cargokit.domain.shared.Instant

/**
 * An activity and its time: the part of a handling event that a cargo stores.
 *
 * Ordered by completion time, type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location and voyage number, an absent
 * voyage number first. A history changes that order where an UNLOAD must follow its LOAD (HND-4).
 */
public data class CompletedActivity(
    val activity: HandlingActivity,
    val completionTime: Instant,
) : Comparable<CompletedActivity> {
    /** Whether the activity moved the cargo: any activity but CUSTOMS. */
    val isMove: Boolean get() = activity.type != HandlingType.CUSTOMS

    override fun compareTo(other: CompletedActivity): Int = ORDER.compare(this, other)

    private companion object {
        val ORDER: Comparator<CompletedActivity> =
            compareBy<CompletedActivity> { it.completionTime }
                .thenBy { it.activity.type }
                .thenBy { it.activity.location.text }
                .thenBy { it.activity.voyageNumber?.text }
    }
}
