package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Hold
import io.github.cargokit.domain.cargo.Misdirection
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Everything there is to show about a cargo's transport, derived from its history. What is unknown is null.
 *
 * A location that isn't registered has its code as its name.
 */
public data class CargoTrackingView(
    public val trackingId: TrackingId,
    public val customerId: CustomerId,
    public val origin: Location,
    public val destination: Location,
    public val arrivalDeadline: Instant,
    public val transportStatus: TransportStatus,
    public val routingStatus: RoutingStatus,
    public val isMisdirected: Boolean,
    public val isUnloadedAtDestination: Boolean,
    public val lastKnownLocation: Location?,
    public val currentVoyage: VoyageNumber?,
    public val bookingStatus: BookingStatus,
    public val cancellation: Cancellation?,
    /** What people outside know the cargo by, in order (REF-2). */
    public val references: List<CargoReference>,
    /** The holds on the cargo, in order (CRG-15). */
    public val holds: List<Hold>,
    /** When the plan brings the cargo to its destination; `null` unless the cargo is on track (DLV-6). */
    public val plannedArrival: Instant?,
    /** The arrival that the customer was told first (CRG-12). */
    public val promisedArrival: Instant?,
    /** When the voyages' forecasts bring it there (EST-4). */
    public val estimatedArrival: Instant?,
    /** How many milliseconds later than promised that is. */
    public val arrivalDelay: Long?,
    /** Whether the estimated arrival is at or after the deadline (EST-5). */
    public val isLate: Boolean,
    /** Why the route can't be followed as it is (EST-3). */
    public val disruption: Disruption?,
    /** When the cargo was received or unloaded where it is now; `null` unless it is in port (DLV-1). */
    public val inPortSince: Instant?,
    /** When the time to pick up the cargo at its destination ends (CRG-14). */
    public val pickUpBy: Instant?,
    /** When the next scan was expected, or the cargo was to be picked up, if that is past (EST-6). */
    public val overdueSince: Instant?,
    public val nextExpectedActivity: HandlingActivity?,
    /** The status as text, such as "In port Hongkong". */
    public val statusText: String,
    /** The next expected activity as text, such as "Load onto voyage V100 in Hongkong". */
    public val nextExpectedText: String?,
    public val misdirection: Misdirection?,
    public val legs: List<Leg>,
    public val events: List<Event>,
) {
    /** A leg of the route, with its times as they are and as they are estimated. */
    public data class Leg(public val leg: io.github.cargokit.domain.cargo.Leg, public val times: Outlook.LegTimes)

    /** A handling event for display. */
    public data class Event(
        public val type: HandlingType,
        public val location: Location,
        public val voyageNumber: VoyageNumber?,
        public val completionTime: Instant,
        public val registrationTime: Instant,
        /**
         * Whether the plan expected it. Events up to the routing start count as expected, and so do all events of a
         * cargo without an itinerary.
         */
        public val isExpected: Boolean,
        /** The activity as text, such as "Loaded onto voyage V100 in Hongkong". */
        public val description: String,
    )
}
