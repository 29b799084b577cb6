package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.voyage.VoyageNumber

/**
 * The state of a cargo's transport: a pure function of route specification, itinerary, routing start and handling history.
 *
 * It doesn't depend on the current time (DLV-9). Rules DLV-1 to DLV-10.
 */
@ConsistentCopyVisibility
data class Delivery private constructor(
    internal val progress: DeliveryProgress,
    /** Whether the cargo is not yet received, in port, on board or claimed (DLV-1). */
    val transportStatus: TransportStatus,
    /** Whether the itinerary satisfies the route specification (DLV-2). */
    val routingStatus: RoutingStatus,
    /** When the last leg unloads the cargo; `null` unless the cargo is on track (DLV-6). */
    val estimatedArrival: Instant?,
    /** The activity that the plan expects next; `null` unless the cargo is on track, and once the plan is complete (DLV-7). */
    val nextExpectedActivity: HandlingActivity?,
    /** Whether the last activity, ignoring CUSTOMS, unloaded the cargo at its destination (DLV-8). */
    val isUnloadedAtDestination: Boolean,
) {
    /** The last activity and its time (DLV-1). */
    val lastHandled: Handled? get() = progress.lastHandled

    /** Whether the cargo has left its route (DLV-5). */
    val isMisdirected: Boolean get() = progress.isMisdirected

    /** The 0-based index of the plan's next entry; the length of the plan once it is complete; `null` without an itinerary. */
    val planPosition: Int? get() = progress.planPosition

    /** Where the cargo was unloaded; `null` if anything but CUSTOMS happened since (DLV-8). */
    val unloadedAt: UnLocode? get() = progress.unloadedAt

    /** Where the last activity took place (DLV-1). */
    val lastKnownLocation: UnLocode? get() = lastHandled?.activity?.location

    /** The voyage that carries the cargo; `null` unless it is on board (DLV-1). */
    val currentVoyage: VoyageNumber?
        get() = if (transportStatus == TransportStatus.ONBOARD_CARRIER) lastHandled?.activity?.voyageNumber else null

    /** Whether the routing status is ROUTED and the cargo isn't misdirected (DLV-6). */
    val isOnTrack: Boolean get() = routingStatus == RoutingStatus.ROUTED && !isMisdirected

    /** A delivery as read from storage, not yet checked against the cargo it belongs to. A status that cannot be read is null. */
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

    /** Returns this delivery in its stored form. */
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
        /**
         * Derives a delivery from a handling history.
         *
         * A routing start is ignored if there is no itinerary.
         */
        fun derive(
            history: HandlingHistory,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: Handled?,
        ): Delivery {
            val start = routingStart.takeIf { itinerary != null }
            return of(HandlingJudgement(history, itinerary, start).progress, routeSpecification, itinerary, start)
        }

        /** Derives a delivery from the progress and the rest of a cargo's state. */
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

        /** Derives the delivery again and compares it with the stored one; null if they differ (DLV-10). */
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
