package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.voyage.VoyageNumber

/**
 * How a cargo's transport goes: a pure function of route specification, itinerary, routing start and handling history.
 *
 * No clock is read for it (DLV-9). Rules DLV-1 to DLV-10.
 */
@ConsistentCopyVisibility
data class Delivery private constructor(
    internal val progress: DeliveryProgress,
    /** Where the cargo is on its way (DLV-1). */
    val transportStatus: TransportStatus,
    /** Whether its route does what the customer wants (DLV-2). */
    val routingStatus: RoutingStatus,
    /** When it will be unloaded for the last time; only while on track (DLV-6). */
    val estimatedArrival: Instant?,
    /** What should be done next; only while on track and before the plan's end (DLV-7). */
    val nextExpectedActivity: HandlingActivity?,
    /** Whether the last thing done other than CUSTOMS unloaded it at the destination (DLV-8). */
    val isUnloadedAtDestination: Boolean,
) {
    /** What was done last (DLV-1). */
    val lastHandled: Handled? get() = progress.lastHandled

    /** Whether it is off its route (DLV-5). */
    val isMisdirected: Boolean get() = progress.isMisdirected

    /** The 0-based index of the plan's entry due; the plan's length at its end; absent without an itinerary. */
    val planPosition: Int? get() = progress.planPosition

    /** Where it was unloaded, if nothing but CUSTOMS happened since (DLV-8). */
    val unloadedAt: UnLocode? get() = progress.unloadedAt

    /** Where it was last seen (DLV-1). */
    val lastKnownLocation: UnLocode? get() = lastHandled?.activity?.location

    /** The voyage it is on, only while it is on one (DLV-1). */
    val currentVoyage: VoyageNumber?
        get() = if (transportStatus == TransportStatus.ONBOARD_CARRIER) lastHandled?.activity?.voyageNumber else null

    /** ROUTED and not misdirected (DLV-6). */
    val isOnTrack: Boolean get() = routingStatus == RoutingStatus.ROUTED && !isMisdirected

    /** A delivery as it was stored, before anything about it is believed; a status that cannot be read is null. */
    data class Stored(
        val currentVoyage: VoyageNumber?,
        val estimatedArrival: Instant?,
        val isMisdirected: Boolean,
        val isUnloadedAtDestination: Boolean,
        val lastHandled: Handled?,
        val lastKnownLocation: UnLocode?,
        val nextExpectedActivity: HandlingActivity?,
        val planPosition: Long?,
        val routingStatus: RoutingStatus?,
        val transportStatus: TransportStatus?,
        val unloadedAt: UnLocode?,
    )

    /** This delivery as it is stored. */
    fun stored(): Stored = Stored(
        currentVoyage = currentVoyage,
        estimatedArrival = estimatedArrival,
        isMisdirected = isMisdirected,
        isUnloadedAtDestination = isUnloadedAtDestination,
        lastHandled = lastHandled,
        lastKnownLocation = lastKnownLocation,
        nextExpectedActivity = nextExpectedActivity,
        planPosition = planPosition?.toLong(),
        routingStatus = routingStatus,
        transportStatus = transportStatus,
        unloadedAt = unloadedAt,
    )

    companion object {
        /** Derives a delivery from all that was done to a cargo; a routing start without an itinerary is ignored. */
        fun derive(
            history: HandlingHistory,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: Handled?,
        ): Delivery {
            val start = routingStart.takeIf { itinerary != null }
            return of(HandlingJudgement(history, itinerary, start).progress, routeSpecification, itinerary, start)
        }

        /** The delivery that follows from the progress and the rest of a cargo's state. */
        internal fun of(
            progress: DeliveryProgress,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: Handled?,
        ): Delivery {
            val routingStatus = RoutingStatus.of(itinerary, routeSpecification)
            val routeOnTrack = itinerary.takeIf { routingStatus == RoutingStatus.ROUTED && !progress.isMisdirected }
            val position = progress.planPosition
            return Delivery(
                progress = progress,
                transportStatus = TransportStatus.after(progress.lastHandled),
                routingStatus = routingStatus,
                estimatedArrival = routeOnTrack?.lastUnloadTime,
                nextExpectedActivity =
                    if (routeOnTrack != null && position != null) Plan(routeOnTrack, routingStart).entryAt(position) else null,
                isUnloadedAtDestination = progress.unloadedAt == routeSpecification.destination,
            )
        }

        /** Recomputes what a stored delivery says; null where the two disagree in any way (DLV-10). */
        internal fun reconstitute(
            stored: Stored,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: Handled?,
        ): Delivery? {
            if (itinerary == null && (routingStart != null || stored.isMisdirected || stored.planPosition != null)) return null
            if (itinerary != null && (stored.planPosition == null || stored.planPosition !in 0..Plan.length(itinerary))) return null
            if (stored.isMisdirected && stored.lastHandled == null) return null
            val isUnloadedAtPossible = when (stored.lastHandled?.activity?.type) {
                HandlingType.UNLOAD -> stored.unloadedAt == stored.lastHandled.activity.location
                HandlingType.CUSTOMS -> true
                HandlingType.RECEIVE, HandlingType.LOAD, HandlingType.CLAIM, null -> stored.unloadedAt == null
            }
            if (!isUnloadedAtPossible) return null
            val progress =
                DeliveryProgress(stored.lastHandled, stored.isMisdirected, stored.planPosition?.toInt(), stored.unloadedAt)
            return of(progress, routeSpecification, itinerary, routingStart).takeIf { it.stored() == stored }
        }
    }
}
