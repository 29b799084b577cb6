package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingType

/**
 * The activities that an itinerary lets one expect, in order (ITN-3), and, for a cargo that was handled before it was routed, where in them
 * it stands (DLV-3).
 */
internal class Plan(itinerary: Itinerary, routingStart: Handled?) {
    /** All entries, first one first. */
    val entries: List<HandlingActivity>

    /** The 0-based index of the first entry due. */
    val startPosition: Int

    /** Whether the cargo counts as misdirected until something expected is done to it: it was last seen where no route can start. */
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
            HandlingType.RECEIVE, HandlingType.UNLOAD, HandlingType.CUSTOMS -> {
                startPosition = 1
                startsMisdirected = before.location != start
            }
            HandlingType.LOAD -> {
                startPosition = if (before == firstLoad) 2 else 0
                startsMisdirected = false
                // On board elsewhere: what is due first is to bring it ashore where the route starts.
                val voyage = before.voyageNumber
                if (before != firstLoad && voyage != null) firstEntry = HandlingActivity.unload(from = voyage, at = start)
            }
            HandlingType.CLAIM -> {
                startPosition = 1
                startsMisdirected = true
            }
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

    /** The entry at a position; null at the plan's end. */
    fun entryAt(position: Int): HandlingActivity? = entries.getOrNull(position)

    /** The position of the first entry at or after another that is this activity, −1 if there is none. */
    fun positionOf(activity: HandlingActivity, from: Int): Int {
        for (position in from until entries.size) if (entries[position] == activity) return position
        return -1
    }

    companion object {
        /** How many entries the plan of an itinerary has. */
        fun length(itinerary: Itinerary): Int = 2 * itinerary.legs.size + 2
    }
}
