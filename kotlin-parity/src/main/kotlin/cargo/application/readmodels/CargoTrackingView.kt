package cargo.application.readmodels

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Leg
import cargo.domain.cargo.Misdirection
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingType
import cargo.domain.location.Location
import cargo.domain.shared.Instant
import cargo.domain.voyage.VoyageNumber

/**
 * All that one can say about a cargo's transport, derived from its history; what there is nothing to say about is null.
 *
 * A location without a known name has its code for a name.
 */
class CargoTrackingView(
    val trackingId: TrackingId,
    val customerId: CustomerId,
    val origin: Location,
    val destination: Location,
    val arrivalDeadline: Instant,
    val transportStatus: TransportStatus,
    val routingStatus: RoutingStatus,
    val isMisdirected: Boolean,
    val isUnloadedAtDestination: Boolean,
    val lastKnownLocation: Location?,
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
    /** A handling event as it is shown. */
    class Event(
        val type: HandlingType,
        val location: Location,
        val voyageNumber: VoyageNumber?,
        val completionTime: Instant,
        val registrationTime: Instant,
        /** Whether the plan had it; events up to the routing start, and all without an itinerary, count as expected. */
        val isExpected: Boolean,
        /** Such as "Loaded onto voyage V100 in Hongkong". */
        val description: String,
    )
}
