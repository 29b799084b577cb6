package cargo.application.readmodels

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Leg
import cargo.domain.cargo.Misdirection
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.voyage.VoyageNumber

/** All that one can say about a cargo's transport, derived from its history; what there is nothing to say about is null. */
class TrackingView(
    val trackingId: TrackingId,
    val customerId: CustomerId,
    val origin: Place,
    val destination: Place,
    val arrivalDeadline: Instant,
    val transportStatus: TransportStatus,
    val routingStatus: RoutingStatus,
    val isMisdirected: Boolean,
    val isUnloadedAtDestination: Boolean,
    val lastKnownLocation: Place?,
    val currentVoyage: VoyageNumber?,
    val estimatedArrival: Instant?,
    /** Whether the estimated arrival is not before the deadline. */
    val isLate: Boolean,
    val nextExpectedActivity: HandlingActivity?,
    /** Such as "In port Hongkong". */
    val statusText: String,
    /** Such as "Load onto voyage V100 in Hongkong". */
    val nextExpectedText: String?,
    val misdirection: Misdirection?,
    val legs: List<Leg>,
    val events: List<Event>,
) {
    /** A location as it is shown: one without a known name shows its code as name. */
    data class Place(val unLocode: UnLocode, val name: String)

    /** A handling event as it is shown. */
    class Event(
        val type: HandlingType,
        val location: Place,
        val voyageNumber: VoyageNumber?,
        val completionTime: Instant,
        val registrationTime: Instant,
        /** Whether the plan had it; events up to the routing start, and all without an itinerary, count as expected. */
        val isExpected: Boolean,
        /** Such as "Loaded onto voyage V100 in Hongkong". */
        val description: String,
    )
}
