package io.github.cargokit.application

import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.application.readmodels.CargoTrackingView
import io.github.cargokit.application.readmodels.StoredCargo
import io.github.cargokit.application.readmodels.VoyageView
import io.github.cargokit.application.usecases.AddReference
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.ChangeDeadline
import io.github.cargokit.application.usecases.ChangeDestination
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindByReference
import io.github.cargokit.application.usecases.FindCargo
import io.github.cargokit.application.usecases.FindLocation
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.FindVoyage
import io.github.cargokit.application.usecases.ListCargos
import io.github.cargokit.application.usecases.ListCargosForCustomer
import io.github.cargokit.application.usecases.ListHandlingEvents
import io.github.cargokit.application.usecases.ListLocations
import io.github.cargokit.application.usecases.ListVoyages
import io.github.cargokit.application.usecases.Operation
import io.github.cargokit.application.usecases.PlaceHold
import io.github.cargokit.application.usecases.ReadEvents
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterLocation
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReinstateBooking
import io.github.cargokit.application.usecases.ReleaseHold
import io.github.cargokit.application.usecases.RemoveReference
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.application.usecases.SetPickUpDeadline
import io.github.cargokit.application.usecases.SpecifyRoute
import io.github.cargokit.application.usecases.SubstituteVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * The operations of the kit, performed by a `CargoKit` in this process or, through a `CargoClient`, by a service.
 *
 * A function for each operation, whose documentation lists the errors.
 */
public interface CargoOperations {
    /** The clock for times that a call leaves out. */
    public val clock: DomainClock

    /** Performs an operation. */
    public suspend fun <Request, Response> perform(
        operation: Operation<Request, Response>,
        request: Request,
    ): Result<Response>

    /**
     * Books a cargo and returns its tracking id (CRG-1, UC-1).
     *
     * Without a tracking id, the store draws one. An idempotency key makes it safe to repeat the booking.
     */
    public suspend fun book(
        from: UnLocode,
        to: UnLocode,
        by: Instant,
        customer: CustomerId,
        trackingId: TrackingId? = null,
        idempotencyKey: IdempotencyKey? = null,
    ): Result<TrackingId> = perform(BookCargo, BookCargo.Request(customer, from, to, by, trackingId, idempotencyKey))
        .map { it.trackingId }

    /** Changes a cargo's origin, destination and deadline (CRG-3). */
    public suspend fun specifyRoute(
        cargo: TrackingId,
        from: UnLocode,
        to: UnLocode,
        by: Instant,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(SpecifyRoute, SpecifyRoute.Request(cargo, from, to, by, expectedVersion))

    /** Changes a cargo's destination (CRG-4). */
    public suspend fun changeDestination(
        cargo: TrackingId,
        to: UnLocode,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(ChangeDestination, ChangeDestination.Request(cargo, to, expectedVersion))

    /** Changes a cargo's deadline (CRG-5). */
    public suspend fun changeDeadline(
        cargo: TrackingId,
        to: Instant,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(ChangeDeadline, ChangeDeadline.Request(cargo, to, expectedVersion))

    /** Cancels the booking of a cargo that wasn't received yet. */
    public suspend fun cancelBooking(
        cargo: TrackingId,
        because: Reason,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(CancelBooking, CancelBooking.Request(cargo, because, expectedVersion))

    /** Reinstates a cancelled booking. */
    public suspend fun reinstateBooking(cargo: TrackingId, expectedVersion: Long? = null): Result<CargoRevision> =
        perform(ReinstateBooking, ReinstateBooking.Request(cargo, expectedVersion))

    /** Adds a reference to a cargo (REF-3). */
    public suspend fun addReference(reference: CargoReference, cargo: TrackingId): Result<CargoRevision> =
        perform(AddReference, AddReference.Request(cargo, reference))

    /** Removes a reference from a cargo (REF-3). */
    public suspend fun removeReference(reference: CargoReference, cargo: TrackingId): Result<CargoRevision> =
        perform(RemoveReference, RemoveReference.Request(cargo, reference))

    /** Puts a cargo on hold (CRG-15). */
    public suspend fun placeHold(
        type: HoldType,
        cargo: TrackingId,
        because: Reason,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(PlaceHold, PlaceHold.Request(cargo, type, because, expectedVersion))

    /** Releases a hold on a cargo (CRG-16). */
    public suspend fun releaseHold(
        type: HoldType,
        cargo: TrackingId,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(ReleaseHold, ReleaseHold.Request(cargo, type, expectedVersion))

    /** Changes when the time to pick up a cargo at its destination ends; null if that isn't known (CRG-14). */
    public suspend fun setPickUpDeadline(
        cargo: TrackingId,
        to: Instant?,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(SetPickUpDeadline, SetPickUpDeadline.Request(cargo, to, expectedVersion))

    /** Finds routes for a cargo, best first; returns an empty list if none meets the deadline (RTG-5). */
    public suspend fun routes(
        cargo: TrackingId,
        options: RouteSearch.Options = RouteSearch.Options.DEFAULT,
    ): Result<List<Itinerary>> = findRoutes(cargo, options).map { it.itineraries }

    /** Finds routes for a cargo, best first; if none meets the deadline, those that miss it are apart (RTG-8). */
    public suspend fun findRoutes(
        cargo: TrackingId,
        options: RouteSearch.Options = RouteSearch.Options.DEFAULT,
    ): Result<FindRoutes.Response> = perform(FindRoutes, FindRoutes.Request(cargo, options))

    /** Assigns a route to a cargo, such as one that [routes] found (CRG-2). */
    public suspend fun assign(
        itinerary: Itinerary,
        cargo: TrackingId,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(AssignRoute, AssignRoute.Request(cargo, itinerary, expectedVersion))

    /** Puts the leg at a 0-based index of a cargo's route on another voyage (CRG-13). */
    public suspend fun substituteVoyage(
        number: VoyageNumber,
        leg: Long,
        cargo: TrackingId,
        expectedVersion: Long? = null,
    ): Result<CargoRevision> = perform(SubstituteVoyage, SubstituteVoyage.Request(cargo, leg, number, expectedVersion))

    /** Puts all cargos that are to be loaded onto a voyage at a location on another voyage (CRG-13, UC-14). */
    public suspend fun rollOver(from: VoyageNumber, at: UnLocode, to: VoyageNumber): Result<RollOver.Response> =
        perform(RollOver, RollOver.Request(from, at, to))

    /**
     * Registers what was done to a cargo and updates its delivery (UC-5).
     *
     * The voyage is required for `LOAD` and `UNLOAD`. Without a completion time, it was done now.
     */
    public suspend fun handle(
        type: HandlingType,
        cargo: TrackingId,
        at: UnLocode,
        on: VoyageNumber? = null,
        completed: Instant = clock.now(),
    ): Result<RegisterHandlingEvent.Response> =
        perform(RegisterHandlingEvent, RegisterHandlingEvent.Request(cargo, type, at, completed, on))

    /** Retracts a handling event that was registered by mistake, and updates the cargo (HND-7). */
    public suspend fun retract(
        type: HandlingType,
        cargo: TrackingId,
        at: UnLocode,
        completed: Instant,
        because: Reason,
        on: VoyageNumber? = null,
    ): Result<RetractHandlingEvent.Response> =
        perform(RetractHandlingEvent, RetractHandlingEvent.Request(cargo, type, at, completed, because, on))

    /** Returns where a cargo is and how its transport goes (UC-6). */
    public suspend fun track(cargo: TrackingId): Result<CargoTrackingView> =
        perform(TrackCargo, TrackCargo.Request(cargo))

    /** Returns a cargo's handling events in order of completion (HND-4). */
    public suspend fun handlingEvents(cargo: TrackingId): Result<List<HandlingEvent>> =
        perform(ListHandlingEvents, ListHandlingEvents.Request(cargo))

    /** Registers a location, or changes its name. */
    public suspend fun registerLocation(unLocode: UnLocode, name: LocationName): Result<Location> =
        perform(RegisterLocation, RegisterLocation.Request(unLocode, name))

    /** Returns a location. */
    public suspend fun location(unLocode: UnLocode): Result<Location> =
        perform(FindLocation, FindLocation.Request(unLocode))

    /**
     * Returns a page of at most `limit` (1 to 1000) locations, ordered by code: all, or those whose code or name
     * contains a text.
     */
    public suspend fun locations(
        containing: String? = null,
        after: UnLocode? = null,
        limit: Int = 100,
    ): Result<Page<Location, UnLocode>> = perform(ListLocations, ListLocations.Request(containing, after, limit))

    /** Registers a voyage; an equal one is left as it is. */
    public suspend fun registerVoyage(
        number: VoyageNumber,
        schedule: Schedule,
        details: VoyageDetails = VoyageDetails.NONE,
    ): Result<RegisterVoyage.Response> = perform(RegisterVoyage, RegisterVoyage.Request(number, schedule, details))

    /** Replaces all details of a voyage (VOY-5). */
    public suspend fun describeVoyage(
        number: VoyageNumber,
        details: VoyageDetails,
        expectedVersion: Long? = null,
    ): Result<DescribeVoyage.Response> =
        perform(DescribeVoyage, DescribeVoyage.Request(number, details, expectedVersion))

    /** Takes a carrier's report of a port call and lists the voyage's cargos that won't travel as planned (VOY-6). */
    public suspend fun reportPortCall(
        number: VoyageNumber,
        end: PortCallEnd,
        at: UnLocode,
        status: PortCallStatus,
        time: Instant,
        reported: Instant? = null,
        expectedVersion: Long? = null,
    ): Result<ReportPortCall.Response> =
        perform(ReportPortCall, ReportPortCall.Request(number, at, end, status, time, reported, expectedVersion))

    /** Reschedules a voyage and lists its cargos that won't travel as planned (UC-9, VOY-4). */
    public suspend fun rescheduleVoyage(
        number: VoyageNumber,
        schedule: Schedule,
        expectedVersion: Long? = null,
    ): Result<RescheduleVoyage.Response> =
        perform(RescheduleVoyage, RescheduleVoyage.Request(number, schedule, expectedVersion))

    /** Returns a voyage. */
    public suspend fun voyage(number: VoyageNumber): Result<VoyageView> =
        perform(FindVoyage, FindVoyage.Request(number))

    /** Returns a page of at most `limit` (1 to 1000) voyages, ordered by number. */
    public suspend fun voyages(after: VoyageNumber? = null, limit: Int = 100): Result<Page<VoyageView, VoyageNumber>> =
        perform(ListVoyages, ListVoyages.Request(after, limit))

    /** Returns a cargo as it is stored. */
    public suspend fun cargo(trackingId: TrackingId): Result<StoredCargo> =
        perform(FindCargo, FindCargo.Request(trackingId))

    /** Returns a page of at most `limit` (1 to 1000) cargos that pass a filter, ordered by tracking id (UC-7). */
    public suspend fun cargos(
        filter: CargoFilter = CargoFilter(),
        after: TrackingId? = null,
        limit: Int = 100,
    ): Result<CargoList> = perform(ListCargos, ListCargos.Request(filter, after, limit))

    /** Returns a page of a customer's cargos that pass a filter, ordered by tracking id (UC-7). */
    public suspend fun cargosOf(
        customer: CustomerId,
        filter: CargoFilter = CargoFilter(),
        after: TrackingId? = null,
        limit: Int = 100,
    ): Result<CargoList> = perform(ListCargosForCustomer, ListCargosForCustomer.Request(customer, filter, after, limit))

    /** Returns a page of the cargos that have a reference, ordered by tracking id (REF-5). */
    public suspend fun cargosWith(
        reference: CargoReference,
        after: TrackingId? = null,
        limit: Int = 100,
    ): Result<CargoList> = perform(FindByReference, FindByReference.Request(reference, after, limit))

    /**
     * Returns domain events in the order in which they were stored, after a sequence number; an empty list at the end
     * (REP-3).
     */
    public suspend fun events(after: Long = 0, limit: Int = 100): Result<List<DomainEvent>> =
        perform(ReadEvents, ReadEvents.Request(after, limit))
}
