package cargo.application.readmodels

import cargo.domain.cargo.Cancellation
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Disruption
import cargo.domain.cargo.Misdirection
import cargo.domain.cargo.Outlook
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
    val bookingStatus: BookingStatus,
    val cancellation: Cancellation?,
    /** When the plan brings the cargo to its destination; `null` unless the cargo is on track (DLV-6). */
    val plannedArrival: Instant?,
    /** When the present schedules bring it there (EST-4). */
    val estimatedArrival: Instant?,
    /** How many milliseconds later than planned that is. */
    val arrivalDelay: Long?,
    /** Whether the estimated arrival is at or after the deadline (EST-5). */
    val isLate: Boolean,
    /** Why the route can't be followed as it is (EST-3). */
    val disruption: Disruption?,
    /** When the next scan was expected, if that is past (EST-6). */
    val overdueSince: Instant?,
    val nextExpectedActivity: HandlingActivity?,
    /** The status as text, such as "In port Hongkong". */
    val statusText: String,
    /** The next expected activity as text, such as "Load onto voyage V100 in Hongkong". */
    val nextExpectedText: String?,
    val misdirection: Misdirection?,
    val legs: List<Leg>,
    val events: List<Event>,
) {
    /** A leg of the route, with its times as they are and as they are estimated. */
    class Leg(val leg: cargo.domain.cargo.Leg, val times: Outlook.LegTimes)

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
