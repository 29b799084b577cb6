package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * The state of a cargo's transport: a pure function of route specification, itinerary, routing start and handling
 * history.
 *
 * It doesn't depend on the current time (DLV-9). Rules DLV-1 to DLV-10.
 */
@ConsistentCopyVisibility
public data class Delivery private constructor(
    internal val progress: DeliveryProgress,
    /** Whether the cargo is not yet received, in port, on board or claimed (DLV-1). */
    val transportStatus: TransportStatus,
    /** Whether the itinerary satisfies the route specification (DLV-2). */
    val routingStatus: RoutingStatus,
    /** When the last leg unloads the cargo; `null` unless the cargo is on track (DLV-6). */
    val plannedArrival: Instant?,
    /**
     * The activity that is expected next (DLV-7).
     *
     * On track, the plan's next entry; `null` once the plan is complete. Off track, the CLAIM of a cargo that is
     * unloaded at its destination; otherwise `null`.
     */
    val nextExpectedActivity: HandlingActivity?,
    /** Whether the last move unloaded the cargo at its destination (DLV-8). */
    val isUnloadedAtDestination: Boolean,
) {
    /** The last activity of any type, and its time (DLV-1). */
    val lastHandled: CompletedActivity? get() = progress.lastHandled

    /** Whether the cargo has left its route (DLV-5). */
    val isMisdirected: Boolean get() = progress.isMisdirected

    /**
     * The 0-based index of the plan's next entry; the length of the plan once it is complete; `null` without an
     * itinerary.
     */
    val planPosition: Int? get() = progress.planPosition

    /** The last activity other than CUSTOMS, and its time (DLV-1). */
    val lastMove: CompletedActivity? get() = progress.lastMove

    /** Where the last move took place (DLV-1). */
    val lastKnownLocation: UnLocode? get() = lastMove?.activity?.location

    /** The port where the cargo lies; `null` unless it is in port (DLV-1). */
    val currentPort: UnLocode? get() = if (transportStatus == TransportStatus.IN_PORT) lastKnownLocation else null

    /** The voyage that carries the cargo; `null` unless it is on board (DLV-1). */
    val currentVoyage: VoyageNumber?
        get() = if (transportStatus == TransportStatus.ONBOARD_CARRIER) lastMove?.activity?.voyageNumber else null

    /** Whether the routing status is ROUTED and the cargo isn't misdirected (DLV-6). */
    val isOnTrack: Boolean get() = routingStatus == RoutingStatus.ROUTED && !isMisdirected

    /**
     * A delivery as read from storage, not yet checked against the cargo it belongs to. A status that cannot be read is
     * null.
     */
    public data class Stored(
        val currentVoyage: VoyageNumber?,
        val isMisdirected: Boolean,
        val isUnloadedAtDestination: Boolean,
        val lastHandled: CompletedActivity?,
        val lastKnownLocation: UnLocode?,
        val lastMove: CompletedActivity?,
        val nextExpectedActivity: HandlingActivity?,
        val planPosition: Long?,
        val plannedArrival: Instant?,
        val routingStatus: RoutingStatus?,
        val transportStatus: TransportStatus?,
    )

    /** Returns this delivery in its stored form. */
    public fun stored(): Stored = Stored(
        currentVoyage = currentVoyage,
        isMisdirected = isMisdirected,
        isUnloadedAtDestination = isUnloadedAtDestination,
        lastHandled = lastHandled,
        lastKnownLocation = lastKnownLocation,
        lastMove = lastMove,
        nextExpectedActivity = nextExpectedActivity,
        planPosition = planPosition?.toLong(),
        plannedArrival = plannedArrival,
        routingStatus = routingStatus,
        transportStatus = transportStatus,
    )

    public companion object {
        /**
         * Derives a delivery from a handling history.
         *
         * A routing start only says up to where the history was known when the route was assigned. It is ignored if
         * there is no itinerary.
         */
        public fun derive(
            history: HandlingHistory,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
        ): Delivery {
            val judgement = HandlingJudgement(history, routeSpecification, itinerary, routingStart)
            return of(judgement.progress, routeSpecification, itinerary, judgement.routingStart)
        }

        /** Derives a delivery from the progress and the rest of a cargo's state. */
        internal fun of(
            progress: DeliveryProgress,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
        ): Delivery {
            val routingStatus = RoutingStatus.of(itinerary, routeSpecification)
            val routeOnTrack = itinerary.takeIf { routingStatus == RoutingStatus.ROUTED && !progress.isMisdirected }
            val move = progress.lastMove?.activity
            val isUnloaded = move?.type == HandlingType.UNLOAD && move.location == routeSpecification.destination
            val claim = if (isUnloaded) HandlingActivity.claim(at = routeSpecification.destination) else null
            return Delivery(
                progress = progress,
                transportStatus = TransportStatus.after(progress.lastMove),
                routingStatus = routingStatus,
                plannedArrival = routeOnTrack?.lastUnloadTime,
                nextExpectedActivity =
                    if (routeOnTrack == null) claim
                    else progress.planPosition?.let { Plan(routeOnTrack, routingStart).entryAt(it) },
                isUnloadedAtDestination = isUnloaded,
            )
        }

        /** Derives the delivery again and compares it with the stored one; null if they differ (DLV-10). */
        internal fun reconstitute(
            stored: Stored,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
        ): Delivery? {
            val derived = reconstitute(
                stored.isMisdirected, stored.lastHandled, stored.lastMove, stored.planPosition, routeSpecification,
                itinerary, routingStart,
            )
            return derived?.takeIf { it.stored() == stored }
        }

        /**
         * Derives the delivery from a stored progress; null if that and the routing start can't belong together
         * (DLV-10).
         */
        internal fun reconstitute(
            isMisdirected: Boolean,
            lastHandled: CompletedActivity?,
            lastMove: CompletedActivity?,
            planPosition: Long?,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
        ): Delivery? {
            val isPositionPossible =
                if (itinerary == null) planPosition == null
                else planPosition != null && planPosition in 0..Plan.length(itinerary)
            val isStartPossible = routingStart == null ||
                (itinerary != null && routingStart.activity.type in HandlingJudgement.STARTING_TYPES)
            val isMovePossible =
                if (lastHandled == null || lastHandled.isMove) lastMove == lastHandled
                else lastMove == null || (lastMove.isMove && lastMove < lastHandled)
            val isMisdirectionPossible = !isMisdirected || (itinerary != null && lastMove != null)
            if (!isPositionPossible || !isStartPossible || !isMovePossible || !isMisdirectionPossible) return null
            val progress = DeliveryProgress(lastHandled, isMisdirected, planPosition?.toInt(), lastMove)
            return of(progress, routeSpecification, itinerary, routingStart)
        }
    }
}
