package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.input.Members
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.Delivery
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Hold
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.refused
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.PortCallReport
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails

/** Readings of values that exist only in storage and on the wire: entities, events and aggregates. */
@InternalCargoKitApi
public object Records {
    /** A whole number from 0, such as a version. */
    public val version: Reading<Long> = Reading(Shape.Integer) { input ->
        Readings.integer.interpret(input).then(Version::check)
    }

    public val location: Reading<Location> = Reading.members {
        val name by required(Readings.locationName)
        val unLocode by required(Readings.unLocode)
        build { Result.Success(Location(unLocode, name)) }
    }

    private val portCallReport = Reading.members {
        val end by required(Readings.portCallEnd)
        val movement by required(Readings.integer)
        val reportedAt by required(Readings.instant)
        val status by required(Readings.portCallStatus)
        val time by required(Readings.instant)
        build {
            // No schedule has a movement with a number that doesn't fit, either.
            val index = movement.coerceIn(-1L, Int.MAX_VALUE.toLong()).toInt()
            Result.Success(PortCallReport(index, end, status, time, reportedAt))
        }
    }

    private val portCallReports = portCallReport.list()

    /** A voyage that isn't registered yet, and so has neither reports nor a version. */
    public val newVoyage: Reading<Voyage> = Reading.members {
        val details by optional(Readings.voyageDetails, VoyageDetails.NONE)
        val schedule by required(Readings.schedule)
        val voyageNumber by required(Readings.voyageNumber)
        build { Result.Success(Voyage.register(voyageNumber, schedule, details)) }
    }

    /** A voyage whose version doesn't matter, and is 0 if it is absent. */
    public val sailingVoyage: Reading<Voyage> = voyage { optional(Records.version, 0) }

    public val voyage: Reading<Voyage> = voyage { required(Records.version) }

    private fun voyage(ofVersion: Members.() -> Members.Declaration<Long>): Reading<Voyage> = Reading.members {
        val details by optional(Readings.voyageDetails, VoyageDetails.NONE)
        val reports by optional(portCallReports)
        val schedule by required(Readings.schedule)
        val version by ofVersion()
        val voyageNumber by required(Readings.voyageNumber)
        build {
            // A voyage without reports has no list of them.
            if (reports?.isEmpty() == true) refused(Code.PORT_CALL_REPORTS_INVALID)
            else Voyage.reconstitute(voyageNumber, schedule, details, reports.orEmpty(), version)
        }
    }

    public val handled: Reading<CompletedActivity> = Reading.members {
        val completionTime by required(Readings.instant)
        val location by required(Readings.unLocode)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build { HandlingActivity.create(type, location, voyageNumber).map { CompletedActivity(it, completionTime) } }
    }

    public val handlingEvent: Reading<HandlingEvent> = Reading.members {
        val completionTime by required(Readings.instant)
        val location by required(Readings.unLocode)
        val registrationTime by required(Readings.instant)
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build {
            HandlingActivity.create(type, location, voyageNumber)
                .then { HandlingEvent.create(trackingId, it, completionTime, registrationTime) }
        }
    }

    /** The stored form of a retraction. */
    public val retraction: Reading<RetractedEvent> = Reading.members {
        val completionTime by required(Readings.instant)
        val location by required(Readings.unLocode)
        val reason by required(Readings.reason)
        val registrationTime by required(Readings.instant)
        val retractedAt by required(Readings.instant)
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build {
            HandlingActivity.create(type, location, voyageNumber)
                .then { HandlingEvent.create(trackingId, it, completionTime, registrationTime) }
                .map { RetractedEvent(it, reason, retractedAt) }
        }
    }

    /** The reservation for an idempotency key: a booking and its tracking id. */
    public val reservation: Reading<BookingReservation> = Reading.members {
        val customerId by required(Readings.customerId)
        val routeSpecification by required(Readings.routeSpecification)
        val trackingId by required(Readings.trackingId)
        build { Result.Success(BookingReservation(trackingId, customerId, routeSpecification)) }
    }

    /** Where a removed cargo is. */
    public val archivePlace: Reading<ArchivePlace> = Reading.members {
        val archive by required(Readings.archiveName)
        val offset by required(Readings.integer)
        build { ArchivePlace.create(archive, offset) }
    }

    /**
     * A stored delivery. An unknown status isn't a failure of its own: it differs from any recomputed status, and so
     * breaks DLV-10.
     */
    private val delivery = Reading.members {
        val currentVoyage by optional(Readings.voyageNumber)
        val isMisdirected by required(Readings.truth)
        val isUnloadedAtDestination by required(Readings.truth)
        val lastHandled by optional(handled)
        val lastKnownLocation by optional(Readings.unLocode)
        val lastMove by optional(handled)
        val nextExpectedActivity by optional(Readings.handlingActivity)
        val planPosition by optional(Readings.integer)
        val plannedArrival by optional(Readings.instant)
        val routingStatus by required(Readings.anyText)
        val transportStatus by required(Readings.anyText)
        build {
            Result.Success(
                Delivery.Stored(
                    currentVoyage, isMisdirected, isUnloadedAtDestination, lastHandled, lastKnownLocation, lastMove,
                    nextExpectedActivity, planPosition, plannedArrival,
                    RoutingStatus.entries.firstOrNull { it.name == routingStatus },
                    TransportStatus.entries.firstOrNull { it.name == transportStatus },
                ),
            )
        }
    }

    private fun disruption(reasons: Reading<Disruption.Reason>) = Reading.members {
        val leg by required(version)
        val location by required(Readings.unLocode)
        val reason by required(reasons)
        val voyageNumber by required(Readings.voyageNumber)
        build { Disruption.create(leg, location, reason, voyageNumber) }
    }

    /** A disruption in the data of an event. */
    public val disruption: Reading<Disruption> =
        disruption(Readings.word(Disruption.Reason.entries, "disruption.reason") { it.name })

    private val announcedDisruption =
        disruption(Readings.word(Disruption.Reason.entries, "estimate.disruption.reason") { it.name })

    /** The member `estimate` of a cargo or of an operation's arguments. */
    public val estimate: Reading<Estimate> = Reading.members {
        val disruption by optional(announcedDisruption)
        val estimatedArrival by optional(Readings.instant)
        build { Result.Success(Estimate(disruption, estimatedArrival)) }
    }

    internal val cancellation = Reading.members {
        val at by required(Readings.instant)
        val reason by required(Readings.reason)
        build { Result.Success(Cancellation(at, reason)) }
    }

    /** The references of a stored cargo, which has none or at least one (REF-2). */
    internal val references: Reading<List<CargoReference>> = Readings.reference.list().let { list ->
        Reading(list.shape) { input ->
            val references = list.interpret(input).orElse { return@Reading it }
            if (references.isEmpty()) Result.Failure(DomainError.corruptRecord(rule = "REF-2"))
            else Cargo.checkOrder(references).map { references }
        }
    }

    private val hold = Reading.members {
        val at by required(Readings.instant)
        val reason by required(Readings.reason)
        val type by required(Readings.holdType)
        build { Result.Success(Hold(type, reason, at)) }
    }

    /** The holds of a stored cargo, which has none or at least one (CRG-15). */
    internal val holds: Reading<List<Hold>> = hold.list().let { list ->
        Reading(list.shape) { input ->
            val holds = list.interpret(input).orElse { return@Reading it }
            if (holds.isEmpty()) refused(Code.HOLDS_INVALID) else Cargo.checkHolds(holds).map { holds }
        }
    }

    public val cargo: Reading<Cargo> = Reading.members {
        val cancellation by optional(Records.cancellation)
        val customerId by required(Readings.customerId)
        val delivery by required(Records.delivery)
        val estimate by optional(Records.estimate)
        val holds by optional(Records.holds)
        val itinerary by optional(Readings.itinerary)
        val origin by required(Readings.unLocode)
        val pickUpBy by optional(Readings.instant)
        val promisedArrival by optional(Readings.instant)
        val references by optional(Records.references)
        val routeSpecification by required(Readings.routeSpecification)
        val routingStart by optional(handled)
        val trackingId by required(Readings.trackingId)
        val version by required(Records.version)
        build {
            Cargo.reconstitute(
                trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery, estimate,
                cancellation, references.orEmpty(), promisedArrival, holds.orEmpty(), pickUpBy, version,
            )
        }
    }
}
