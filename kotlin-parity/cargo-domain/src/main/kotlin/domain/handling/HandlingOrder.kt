package io.github.cargokit.domain.handling

import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Returns the events of one cargo, given in the order of [CompletedActivity], in the order of a history (HND-4).
 *
 * Only events of one completion time change places, because some carriers know only the day: an UNLOAD off a voyage
 * follows the LOADs onto it at other locations, unless the cargo was on that voyage before.
 */
internal fun List<HandlingEvent>.inOrderOfHistory(): List<HandlingEvent> {
    val groups = groupBy { it.completionTime }.values
    return buildList {
        for (group in groups) addAll(group.unloadedAfterLoading(aboard = lastOrNull { it.handled.isMove }?.loadedOnto))
    }
}

/** The voyage that the cargo is on after this move; null if it is ashore. */
private val HandlingEvent.loadedOnto: VoyageNumber?
    get() = activity.voyageNumber.takeIf { activity.type == HandlingType.LOAD }

/** Orders the events of one completion time, before which the cargo was on a voyage or ashore. */
private fun List<HandlingEvent>.unloadedAfterLoading(aboard: VoyageNumber?): List<HandlingEvent> {
    val followers = groupBy { event -> if (event.activity.voyageNumber == aboard) null else lastLoad(before = event) }
    return followers[null].orEmpty().flatMap { listOf(it) + followers[it].orEmpty() }
}

/** Returns the last LOAD onto the voyage of an UNLOAD at another location; null for other events. */
private fun List<HandlingEvent>.lastLoad(before: HandlingEvent): HandlingEvent? {
    val unload = before.activity
    if (unload.type != HandlingType.UNLOAD) return null
    return lastOrNull { it.loadedOnto == unload.voyageNumber && it.activity.location != unload.location }
}
