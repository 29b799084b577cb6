package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.application.readmodels.BookingStatus
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.application.readmodels.CargoTrackingView
import io.github.cargokit.application.readmodels.StoredCargo
import io.github.cargokit.application.readmodels.VoyageView
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.Misdirection
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageNumber

/** Readings of the use cases' responses, which [booked] and its like write. */
@InternalCargoKitApi
public object ReadModels {
    public val booked: Reading<BookCargo.Response> =
        Reading.only("trackingId", Readings.trackingId) { Result.Success(BookCargo.Response(it)) }

    public val revision: Reading<CargoRevision> = Reading.members {
        val trackingId by required(Readings.trackingId)
        val version by required(Records.version)
        build { Result.Success(CargoRevision(trackingId, version)) }
    }

    public val storedCargo: Reading<StoredCargo> = Records.cargo.map(StoredCargo::of)

    private val itineraries = Readings.itinerary.list()

    public val routes: Reading<FindRoutes.Response> = Reading.members {
        val itineraries by required(ReadModels.itineraries)
        val tooLate by optional(ReadModels.itineraries)
        build { Result.Success(FindRoutes.Response(itineraries, tooLate.orEmpty())) }
    }

    public val registeredEvent: Reading<RegisterHandlingEvent.Response> =
        handled { event, isNew -> RegisterHandlingEvent.Response(event, isNew) }

    public val retractedEvent: Reading<RetractHandlingEvent.Response> =
        handled { event, isNew -> RetractHandlingEvent.Response(event, isNew) }

    private fun <T> handled(make: (HandlingEvent, Boolean) -> T): Reading<T> = Reading.members {
        val event by required(Records.handlingEvent)
        val isNew by required(Readings.truth)
        build { Result.Success(make(event, isNew)) }
    }

    public val handlingEvents: Reading<List<HandlingEvent>> =
        Reading.only("handlingEvents", Records.handlingEvent.list()) { Result.Success(it) }

    public val registeredVoyage: Reading<RegisterVoyage.Response> =
        saved { number, version -> RegisterVoyage.Response(number, version) }

    public val describedVoyage: Reading<DescribeVoyage.Response> =
        saved { number, version -> DescribeVoyage.Response(number, version) }

    private fun <T> saved(make: (VoyageNumber, Long) -> T): Reading<T> = Reading.members {
        val version by required(Records.version)
        val voyageNumber by required(Readings.voyageNumber)
        build { Result.Success(make(voyageNumber, version)) }
    }

    private val affectedCargo: Reading<AffectedCargo> = Reading.members {
        val arrivalDelay by optional(Readings.integer)
        val disruption by optional(Records.disruption)
        val estimatedArrival by optional(Readings.instant)
        val isLate by required(Readings.truth)
        val trackingId by required(Readings.trackingId)
        build {
            val estimate = Estimate(disruption, estimatedArrival)
            Result.Success(AffectedCargo(trackingId, estimate, arrivalDelay, isLate))
        }
    }

    private val affectedCargos = affectedCargo.list()

    public val reported: Reading<ReportPortCall.Response> = Reading.members {
        val affectedCargos by required(ReadModels.affectedCargos)
        val isNew by required(Readings.truth)
        val version by required(Records.version)
        val voyageNumber by required(Readings.voyageNumber)
        build { Result.Success(ReportPortCall.Response(voyageNumber, version, isNew, affectedCargos)) }
    }

    public val rescheduled: Reading<RescheduleVoyage.Response> = Reading.members {
        val affectedCargos by required(ReadModels.affectedCargos)
        val version by required(Records.version)
        val voyageNumber by required(Readings.voyageNumber)
        build { Result.Success(RescheduleVoyage.Response(voyageNumber, version, affectedCargos)) }
    }

    /** A cargo that wasn't moved. Of the error, only the code is written. */
    private val failedCargo: Reading<RollOver.FailedCargo> = Reading.members {
        val code by required(Readings.word(DomainError.Code.entries) { it.text })
        val trackingId by required(Readings.trackingId)
        build {
            val error = DomainError.relayed(code, emptyList(), emptyList(), "the service told the code alone")
            Result.Success(RollOver.FailedCargo(trackingId, error))
        }
    }

    private val failedCargos = failedCargo.list()

    public val rolledOver: Reading<RollOver.Response> = Reading.members {
        val affectedCargos by required(ReadModels.affectedCargos)
        val failures by required(failedCargos)
        build { Result.Success(RollOver.Response(affectedCargos, failures)) }
    }

    /** A voyage, whose forecast follows from the rest. */
    public val voyage: Reading<VoyageView> = Records.voyage.map(VoyageView::of)

    private val voyageList = voyage.list()

    public val voyages: Reading<Page<VoyageView, VoyageNumber>> = Reading.members {
        val next by optional(Readings.voyageNumber)
        val voyages by required(voyageList)
        build { Result.Success(Page(voyages, next)) }
    }

    private val locationList = Records.location.list()

    public val locations: Reading<Page<Location, UnLocode>> = Reading.members {
        val locations by required(locationList)
        val next by optional(Readings.unLocode)
        build { Result.Success(Page(locations, next)) }
    }

    private val eventList = DomainEventRecord.reading.list()

    /** A page of events, and where the next one starts; an empty page needn't be the last. */
    public val events: Reading<Page<DomainEvent, Long>> = Reading.members {
        val events by required(eventList)
        val next by optional(Records.version)
        build { Result.Success(Page(events, next)) }
    }

    private val bookingStatus = Readings.word(BookingStatus.entries) { it.name }
    private val routingStatus = Readings.word(RoutingStatus.entries) { it.name }
    private val transportStatus = Readings.word(TransportStatus.entries) { it.name }

    /** A cargo in a list. Nothing in it says whether the cargo is `UNCOLLECTED`. */
    private val entry: Reading<CargoList.Entry> = Reading.members {
        val arrivalDeadline by required(Readings.instant)
        val bookingStatus by required(ReadModels.bookingStatus)
        val customerId by required(Readings.customerId)
        val destination by required(Readings.unLocode)
        val estimatedArrival by optional(Readings.instant)
        val isDisrupted by required(Readings.truth)
        val isHeld by required(Readings.truth)
        val isLate by required(Readings.truth)
        val isMisdirected by required(Readings.truth)
        val origin by required(Readings.unLocode)
        val routingStatus by required(ReadModels.routingStatus)
        val trackingId by required(Readings.trackingId)
        val transportStatus by required(ReadModels.transportStatus)
        build {
            val isOpen = bookingStatus != BookingStatus.CANCELLED && transportStatus != TransportStatus.CLAIMED
            val needs = AttentionReason.entries.filter { need ->
                when (need) {
                    AttentionReason.DISRUPTED -> isDisrupted
                    AttentionReason.MISDIRECTED -> isMisdirected
                    AttentionReason.LATE -> isLate
                    AttentionReason.UNROUTED -> routingStatus != RoutingStatus.ROUTED && isOpen
                    AttentionReason.HELD -> isHeld && isOpen
                    AttentionReason.UNCOLLECTED -> false
                }
            }
            Result.Success(
                CargoList.Entry(
                    trackingId, customerId, origin, destination, arrivalDeadline, transportStatus, routingStatus,
                    bookingStatus, estimatedArrival, isHeld, needs,
                ),
            )
        }
    }

    private val entries = entry.list()

    public val cargoList: Reading<CargoList> = Reading.members {
        val cargos by required(entries)
        val next by optional(Readings.trackingId)
        build { Result.Success(CargoList(cargos, next)) }
    }

    private val trackedLeg: Reading<CargoTrackingView.Leg> = Reading.members {
        val actualLoadTime by optional(Readings.instant)
        val actualUnloadTime by optional(Readings.instant)
        val estimatedLoadTime by optional(Readings.instant)
        val estimatedUnloadTime by optional(Readings.instant)
        val loadLocation by required(Readings.unLocode)
        val loadTime by required(Readings.instant)
        val unloadLocation by required(Readings.unLocode)
        val unloadTime by required(Readings.instant)
        val voyageNumber by required(Readings.voyageNumber)
        build {
            val times = Outlook.LegTimes(actualLoadTime, actualUnloadTime, estimatedLoadTime, estimatedUnloadTime)
            Leg.create(voyageNumber, loadLocation, unloadLocation, loadTime, unloadTime)
                .map { CargoTrackingView.Leg(it, times) }
        }
    }

    private val trackedEvent: Reading<CargoTrackingView.Event> = Reading.members {
        val completionTime by required(Readings.instant)
        val description by required(Readings.anyText)
        val isExpected by required(Readings.truth)
        val location by required(Records.location)
        val registrationTime by required(Readings.instant)
        val type by required(Readings.handlingType)
        val voyageNumber by optional(Readings.voyageNumber)
        build {
            Result.Success(
                CargoTrackingView.Event(
                    type, location, voyageNumber, completionTime, registrationTime, isExpected, description,
                ),
            )
        }
    }

    private val misdirection: Reading<Misdirection> = Reading.members {
        val actual by required(Readings.handlingActivity)
        val expected by optional(Readings.handlingActivity)
        build { Result.Success(Misdirection(actual, expected)) }
    }

    private val trackedLegs = trackedLeg.list()
    private val trackedEvents = trackedEvent.list()

    public val trackingView: Reading<CargoTrackingView> = Reading.members {
        val arrivalDeadline by required(Readings.instant)
        val arrivalDelay by optional(Readings.integer)
        val bookingStatus by required(ReadModels.bookingStatus)
        val cancellation by optional(Records.cancellation)
        val currentVoyage by optional(Readings.voyageNumber)
        val customerId by required(Readings.customerId)
        val destination by required(Records.location)
        val disruption by optional(Records.disruption)
        val estimatedArrival by optional(Readings.instant)
        val events by required(trackedEvents)
        val holds by optional(Records.holds)
        val inPortSince by optional(Readings.instant)
        val isLate by required(Readings.truth)
        val isMisdirected by required(Readings.truth)
        val isUnloadedAtDestination by required(Readings.truth)
        val lastKnownLocation by optional(Records.location)
        val legs by required(trackedLegs)
        val misdirection by optional(ReadModels.misdirection)
        val nextExpectedActivity by optional(Readings.handlingActivity)
        val nextExpectedText by optional(Readings.anyText)
        val origin by required(Records.location)
        val overdueSince by optional(Readings.instant)
        val pickUpBy by optional(Readings.instant)
        val plannedArrival by optional(Readings.instant)
        val promisedArrival by optional(Readings.instant)
        val references by optional(Records.references)
        val routingStatus by required(ReadModels.routingStatus)
        val statusText by required(Readings.anyText)
        val trackingId by required(Readings.trackingId)
        val transportStatus by required(ReadModels.transportStatus)
        build {
            Result.Success(
                CargoTrackingView(
                    trackingId, customerId, origin, destination, arrivalDeadline, transportStatus, routingStatus,
                    isMisdirected, isUnloadedAtDestination, lastKnownLocation, currentVoyage, bookingStatus,
                    cancellation, references.orEmpty(), holds.orEmpty(), plannedArrival, promisedArrival,
                    estimatedArrival, arrivalDelay, isLate, disruption, inPortSince, pickUpBy, overdueSince,
                    nextExpectedActivity, statusText, nextExpectedText, misdirection, legs, events,
                ),
            )
        }
    }
}
