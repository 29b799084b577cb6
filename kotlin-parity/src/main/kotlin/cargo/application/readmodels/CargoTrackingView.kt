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
 * Everything there is to show about a cargo's transport, derived from its history. What is unknown is null.
 *
 * A location that isn't registered has its code as its name.
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
    /** Whether the estimated arrival is at or after the deadline. */
    val isLate: Boolean,
    val nextExpectedActivity: HandlingActivity?,
    /** The status as text, such as "In port Hongkong". */
    val statusText: String,
    /** The next expected activity as text, such as "Load onto voyage V100 in Hongkong". */
    val nextExpectedText: String?,
    val misdirection: Misdirection?,
    val legs: List<Leg>,
    val events: List<Event>,
) {
    /** A handling event for display. */
    class Event(
        val type: HandlingType,
        val location: Location,
        val voyageNumber: VoyageNumber?,
        val completionTime: Instant,
        val registrationTime: Instant,
        /**
         * Whether the plan expected it. Events up to the routing start count as expected, and so do all events of a cargo without an
         * itinerary.
         */
        val isExpected: Boolean,
        /** The activity as text, such as "Loaded onto voyage V100 in Hongkong". */
        val description: String,
    )
}
