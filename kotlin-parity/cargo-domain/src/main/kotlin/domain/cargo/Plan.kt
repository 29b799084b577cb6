package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingType

/**
 * The activities that an itinerary leads to, in order: RECEIVE, LOAD and UNLOAD for each leg, CLAIM (ITN-3).
 *
 * For a cargo that was handled before it was routed, the plan also has the position at which the cargo starts (DLV-3).
 */
internal class Plan(itinerary: Itinerary, routingStart: CompletedActivity?) {
    /** All entries in order. */
    val entries: List<HandlingActivity>

    /** The 0-based index of the first entry that is due. */
    val startPosition: Int

    /**
     * Whether the cargo is misdirected until an expected activity occurs, because the route doesn't start where it was
     * last seen.
     */
    val startsMisdirected: Boolean

    init {
        val start = itinerary.firstLoadLocation
        val firstLoad = HandlingActivity.load(onto = itinerary.legs.first().voyageNumber, at = start)
        val before = routingStart?.activity
        var firstEntry = HandlingActivity.receive(at = start)
        when (before?.type) {
            null -> {
                startPosition = 0
                startsMisdirected = false
            }
            HandlingType.RECEIVE, HandlingType.UNLOAD -> {
                startPosition = 1
                startsMisdirected = before.location != start
            }
            HandlingType.LOAD -> {
                startPosition = if (before == firstLoad) 2 else 0
                startsMisdirected = false
                // The cargo is on board another voyage, so it must first be unloaded where the route starts.
                val voyage = before.voyageNumber
                if (before != firstLoad && voyage != null) {
                    firstEntry = HandlingActivity.unload(from = voyage, at = start)
                }
            }
            HandlingType.CUSTOMS, HandlingType.CLAIM -> error("No route starts after ${before.type} (DLV-3)")
        }
        entries = buildList(length(itinerary)) {
            add(firstEntry)
            for (leg in itinerary.legs) {
                add(HandlingActivity.load(onto = leg.voyageNumber, at = leg.loadLocation))
                add(HandlingActivity.unload(from = leg.voyageNumber, at = leg.unloadLocation))
            }
            add(HandlingActivity.claim(at = itinerary.lastUnloadLocation))
        }
    }

    /** Returns the entry at a position; `null` at the end of the plan. */
    fun entryAt(position: Int): HandlingActivity? = entries.getOrNull(position)

    /** Returns the first position at or after `from` whose entry is `activity`; −1 if there is none. */
    fun positionOf(activity: HandlingActivity, from: Int): Int {
        for (position in from until entries.size) if (entries[position] == activity) return position
        return -1
    }

    companion object {
        /** Returns the number of entries in an itinerary's plan. */
        fun length(itinerary: Itinerary): Int = 2 * itinerary.legs.size + 2

        /** Returns the index of the LOAD of a leg. */
        fun loadOf(leg: Int): Int = 2 * leg + 1

        /** Returns the index of the UNLOAD of a leg. */
        fun unloadOf(leg: Int): Int = 2 * leg + 2
    }
}
