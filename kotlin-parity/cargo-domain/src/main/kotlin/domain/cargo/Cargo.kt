package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.refused
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * A customer's cargo, its route and its delivery: an aggregate root, identified by its tracking id (CRG-0 to CRG-18,
 * REF-2 to REF-4).
 *
 * A cargo is immutable. Each operation returns a new cargo that carries the facts raised since it was loaded, or fails
 * and changes nothing. An operation that asks for what is already so returns this very object, without new facts
 * (CRG-0). Create a cargo with [book], or restore a stored one with [reconstitute].
 */
public class Cargo private constructor(
    /** The cargo's identity. */
    public val trackingId: TrackingId,
    /** The customer who booked it. */
    public val customerId: CustomerId,
    /**
     * Where it was booked from.
     *
     * This never changes, even if the route is respecified.
     */
    public val origin: UnLocode,
    /** The origin, destination and deadline that the customer wants now. */
    public val routeSpecification: RouteSpecification,
    /** The assigned route, if any. */
    public val itinerary: Itinerary?,
    /**
     * The cargo's last move at the time its route was assigned.
     *
     * Events up to and including it aren't compared with the plan. It is replaced by an earlier move if the history no
     * longer has it (DLV-3).
     */
    public val routingStart: CompletedActivity?,
    /** The state of the transport. */
    public val delivery: Delivery,
    /** The estimate that was announced last; `null` while that is as planned (EST-7). */
    public val estimate: Estimate?,
    /** When and why the booking was cancelled; `null` unless it is. */
    public val cancellation: Cancellation?,
    /** What people outside know the cargo by: at most 100, all different, in order (REF-2). */
    public val references: List<CargoReference>,
    /** The arrival that the customer was told first; `null` until a route to this destination is assigned (CRG-12). */
    public val promisedArrival: Instant?,
    /** The holds on the cargo, at most one of each type, in order (CRG-15). */
    public val holds: List<Hold>,
    /** When the time to pick up the cargo at its destination ends, if that is known (CRG-14). */
    public val pickUpBy: Instant?,
    /** How many times the cargo was saved: 0 until the first save. */
    public val version: Long,
    /**
     * The facts raised since the cargo was loaded, in order.
     *
     * A repository stores them together with the cargo (REP-3).
     */
    public val raisedFacts: List<DomainFact>,
) {
    /** Whether the customer has claimed the cargo. */
    public val isClaimed: Boolean get() = delivery.transportStatus == TransportStatus.CLAIMED

    /** The voyages of the itinerary, each once, in order of their numbers. */
    public val voyageNumbers: Set<VoyageNumber> get() =
        itinerary?.legs.orEmpty().map { it.voyageNumber }.sorted().toSet()

    /** Whether the booking was cancelled. */
    public val isCancelled: Boolean get() = cancellation != null

    /**
     * The estimate as of the last save: the announced one or, as long as none was announced, the plan's (EST-7, UC-7).
     *
     * Empty for a cancelled cargo, one without a route, and one whose route can't bring it to its destination.
     */
    public val announcedEstimate: Estimate
        get() = when {
            cancellation != null || itinerary == null -> Estimate()
            estimate != null -> estimate
            delivery.isMisdirected || !routeSpecification.isConnectedBy(itinerary) -> Estimate()
            else -> Estimate.asPlanned(itinerary)
        }

    /**
     * Until when the cargo is to be collected at its destination, where it lies (DLV-8, CRG-14).
     *
     * `null` if it doesn't lie there, is cancelled, or has no pick-up deadline.
     */
    public val collectionDeadline: Instant?
        get() = pickUpBy.takeIf { delivery.isUnloadedAtDestination && cancellation == null }

    /**
     * The planned time of the entry that is due, or, at the destination, until when the cargo is to be collected: from
     * then on it may be overdue (EST-6).
     *
     * Otherwise `null` without a route, once the plan is done but for its CLAIM, and for a cargo that is misdirected,
     * cancelled or announced as disrupted.
     */
    public val plannedTimeDue: Instant?
        get() {
            collectionDeadline?.let { return it }
            val position = delivery.planPosition ?: return null
            if (delivery.isMisdirected || cancellation != null || estimate?.disruption != null) return null
            val entry = maxOf(position, 1) - 1
            val leg = itinerary?.legs?.getOrNull(entry / 2) ?: return null
            return if (entry % 2 == 0) leg.loadTime else leg.unloadTime
        }

    /** What happened to a misdirected cargo; `null` unless it is misdirected. */
    public val misdirection: Misdirection?
        get() = if (delivery.isMisdirected) delivery.lastMove?.let { Misdirection(it.activity, activityDue) } else null

    /**
     * The plan's entry at the position, whether or not the cargo is on track; `null` at the end of the plan, or without
     * one.
     */
    private val activityDue: HandlingActivity?
        get() = itinerary?.let { route -> delivery.planPosition?.let { Plan(route, routingStart).entryAt(it) } }

    /** Checks that the cargo can still be routed. Fails with `cargo_cancelled`, `cargo_already_claimed`. */
    public fun checkOpen(): Result<Unit> = when {
        cancellation != null -> refused(Code.CARGO_CANCELLED)
        isClaimed -> refused(Code.CARGO_ALREADY_CLAIMED)
        else -> Result.Success(Unit)
    }

    /**
     * Assigns a route that starts where the cargo is, or replaces the current one, and raises `CargoRouted` (CRG-2).
     *
     * The specification's origin becomes the first load location; raises `RouteRespecified` first if that changes it.
     * The announced estimate is dropped. The route's arrival is promised, unless the customer was told another one
     * before (CRG-12). Fails with `cargo_cancelled`, `cargo_already_claimed`; `itinerary_starts_elsewhere` if the route
     * doesn't start where the cargo is, or not on the voyage that carries it; `route_origin_is_destination`,
     * `itinerary_not_satisfying`.
     */
    public fun assignedTo(itinerary: Itinerary): Result<Cargo> {
        checkOpen().orElse { return it }
        checkStart(itinerary.legs.first()).orElse { return it }
        val specification = RouteSpecification
            .create(itinerary.firstLoadLocation, routeSpecification.destination, routeSpecification.arrivalDeadline)
            .orElse { return it }
        if (!specification.isSatisfiedBy(itinerary)) return refused(Code.ITINERARY_NOT_SATISFYING)
        val start = delivery.lastMove
        val progress = delivery.progress.starting(Plan(itinerary, start))
        val isAlreadySo = itinerary == this.itinerary && specification == routeSpecification &&
            start == routingStart && progress == delivery.progress
        if (isAlreadySo) return Result.Success(this)
        val own = listOfNotNull(
            DomainFact.RouteRespecified(specification).takeIf { specification != routeSpecification },
            DomainFact.CargoRouted(itinerary),
        )
        val promise = promisedArrival ?: itinerary.lastUnloadTime
        return Result.Success(
            changed(own, specification, itinerary, start, progress, estimate = null, promisedArrival = promise),
        )
    }

    /**
     * Replaces the route specification and raises `RouteRespecified` (CRG-3).
     *
     * The itinerary stays assigned, even if it no longer satisfies the specification. Another destination drops the
     * promised arrival (CRG-12). Fails with `cargo_cancelled`, `cargo_already_claimed`, `deadline_not_in_future`.
     */
    public fun specifyingNewRoute(routeSpecification: RouteSpecification, at: Instant): Result<Cargo> {
        checkOpen().orElse { return it }
        if (routeSpecification == this.routeSpecification) return Result.Success(this)
        return routeSpecification.withDeadlineAfter(at).map {
            changed(listOf(DomainFact.RouteRespecified(it)), it, promisedArrival = promiseFor(it.destination))
        }
    }

    /**
     * Changes the destination and raises `DestinationChanged` (CRG-4).
     *
     * The new specification starts where the cargo is or next comes ashore, unless that is the new destination, and
     * keeps the deadline. So a cargo can be delivered where it is, or sent back. The promised arrival is dropped
     * (CRG-12). Fails with `cargo_cancelled`, `cargo_already_claimed`, `route_origin_is_destination`.
     */
    public fun changingDestination(destination: UnLocode): Result<Cargo> {
        checkOpen().orElse { return it }
        if (destination == routeSpecification.destination) return Result.Success(this)
        val origins = listOfNotNull(nextLocationAshore(), routeSpecification.origin, origin)
        val from = origins.firstOrNull { it != destination } ?: destination
        return RouteSpecification.create(from, destination, routeSpecification.arrivalDeadline)
            .map { changed(listOf(DomainFact.DestinationChanged(it)), it, promisedArrival = promiseFor(destination)) }
    }

    /**
     * Changes the arrival deadline and raises `DeadlineChanged` (CRG-5).
     *
     * Fails with `cargo_cancelled`, `cargo_already_claimed`, `deadline_not_in_future`.
     */
    public fun changingDeadline(arrivalDeadline: Instant, at: Instant): Result<Cargo> {
        checkOpen().orElse { return it }
        if (arrivalDeadline == routeSpecification.arrivalDeadline) return Result.Success(this)
        return RouteSpecification.create(routeSpecification.origin, routeSpecification.destination, arrivalDeadline)
            .then { it.withDeadlineAfter(at) }
            .map { changed(listOf(DomainFact.DeadlineChanged(it)), it) }
    }

    /**
     * Recomputes the delivery and the routing start from the whole handling history (CRG-6).
     *
     * Raises `CargoHandled` if the last event is another one. Fails with `handling_of_other_cargo` if the history
     * belongs to another cargo.
     */
    public fun derivingDeliveryProgress(history: HandlingHistory): Result<Cargo> = judge(history).map { derived(it) }

    /**
     * Registers a new event: raises `HandlingEventRegistered`, then recomputes the delivery from the history that has
     * the event (UC-5, CRG-6).
     *
     * Fails with `handling_of_other_cargo`.
     */
    public fun handledBy(event: HandlingEvent, history: HandlingHistory): Result<Cargo> =
        judge(history).map { judgement ->
            val isExpected = judgement.isExpected[history.events.indexOf(event)]
            changed(listOf(DomainFact.HandlingEventRegistered(event, isExpected))).derived(judgement)
        }

    /** Derives the delivery of a route from a judgement, and raises an operation's own facts before `CargoHandled`. */
    private fun derived(
        judgement: HandlingJudgement,
        own: List<DomainFact> = emptyList(),
        itinerary: Itinerary? = this.itinerary,
    ): Cargo {
        val last = judgement.progress.lastHandled
        val handled = DomainFact.CargoHandled(last).takeIf { last != delivery.lastHandled }
        return changed(
            own + listOfNotNull(handled),
            itinerary = itinerary,
            routingStart = judgement.routingStart,
            progress = judgement.progress,
        )
    }

    /**
     * Returns the leg at a 0-based index of a cargo that can still be routed (CRG-13).
     *
     * Fails with `cargo_cancelled`, `cargo_already_claimed`, `cargo_not_routed`, `integer_out_of_range`.
     */
    public fun openLeg(index: Long): Result<Leg> = openRoute().then { it.leg(index) }

    private fun openRoute(): Result<Itinerary> =
        checkOpen().then { itinerary?.let { Result.Success(it) } ?: refused(Code.CARGO_NOT_ROUTED) }

    /**
     * Puts the leg at a 0-based index on another voyage, and raises `VoyageSubstituted` (CRG-13).
     *
     * The leg keeps its ports and times, which were promised. The delivery is derived from the whole handling history
     * again: what was done on the new voyage may be as expected now. Fails with `handling_of_other_cargo`,
     * `cargo_cancelled`, `cargo_already_claimed`, `cargo_not_routed`, `integer_out_of_range`, `leg_already_loaded`.
     */
    public fun substitutingVoyage(leg: Long, voyageNumber: VoyageNumber, history: HandlingHistory): Result<Cargo> {
        checkOwn(history).orElse { return it }
        val route = openRoute().orElse { return it }
        val previous = route.leg(leg).orElse { return it }.voyageNumber
        val index = leg.toInt()
        if (isLoaded(index)) return refused(Code.LEG_ALREADY_LOADED)
        if (voyageNumber == previous) return Result.Success(this)
        val substituted = route.substituting(index, voyageNumber)
        val fact = DomainFact.VoyageSubstituted(index, previous, voyageNumber)
        return judge(history, substituted).map { derived(it, listOf(fact), substituted) }
    }

    /**
     * Returns the index of the first leg on a voyage from a location whose LOAD isn't done; null without one (UC-14).
     */
    public fun firstLegToLoad(onto: VoyageNumber, at: UnLocode): Int? = itinerary?.legs.orEmpty().withIndex()
        .firstOrNull { (index, leg) -> leg.voyageNumber == onto && leg.loadLocation == at && !isLoaded(index) }
        ?.index

    /** Whether the LOAD of a leg is done (EST-1). */
    private fun isLoaded(leg: Int): Boolean = delivery.planPosition?.let { it > Plan.loadOf(leg) } ?: false

    /**
     * Changes the end of the time to pick up the cargo at its destination, and raises `PickUpDeadlineChanged` (CRG-14).
     *
     * It may lie in the past; null if it isn't known. Fails with `cargo_cancelled`, `cargo_already_claimed`.
     */
    public fun settingPickUpBy(time: Instant?): Result<Cargo> {
        checkOpen().orElse { return it }
        return Result.Success(
            if (time == pickUpBy) this
            else changed(listOf(DomainFact.PickUpDeadlineChanged(time)), pickUpBy = time),
        )
    }

    /**
     * Puts the cargo on hold, and raises `CargoHeld` (CRG-15).
     *
     * A hold of this type stays as it is, with the first reason. Fails with `cargo_cancelled`, `cargo_already_claimed`.
     */
    public fun placingHold(type: HoldType, reason: Reason, at: Instant): Result<Cargo> {
        checkOpen().orElse { return it }
        if (holds.any { it.type == type }) return Result.Success(this)
        val held = (holds + Hold(type, reason, at)).sortedBy { it.type }
        return Result.Success(changed(listOf(DomainFact.CargoHeld(type, reason)), holds = held))
    }

    /** Releases the hold of a type, and raises `CargoReleased`, whatever the cargo's state (CRG-16). */
    public fun releasingHold(type: HoldType): Cargo {
        val rest = holds.filter { it.type != type }
        return if (rest == holds) this else changed(listOf(DomainFact.CargoReleased(type)), holds = rest)
    }

    /**
     * Raises `HandlingEventRetracted`, before the cargo is derived from the history that no longer has the event
     * (HND-7).
     */
    public fun notingRetraction(event: HandlingEvent, reason: Reason): Cargo =
        changed(listOf(DomainFact.HandlingEventRetracted(event, reason)))

    /**
     * Cancels the booking and raises `CargoCancelled` (CRG-8).
     *
     * A cancelled booking stays as it is, with the first reason. Fails with `cargo_already_claimed`,
     * `cargo_already_received`.
     */
    public fun cancelled(reason: Reason, at: Instant): Result<Cargo> = when {
        isClaimed -> refused(Code.CARGO_ALREADY_CLAIMED)
        cancellation != null -> Result.Success(this)
        delivery.lastMove != null -> refused(Code.CARGO_ALREADY_RECEIVED)
        else ->
            Result.Success(changed(listOf(DomainFact.CargoCancelled(reason)), cancellation = Cancellation(at, reason)))
    }

    /**
     * Undoes a cancellation and raises `CargoReinstated` (CRG-11).
     *
     * Fails with `cargo_already_claimed`, and with `deadline_not_in_future` unless the goods are already in hand.
     */
    public fun reinstated(at: Instant): Result<Cargo> {
        if (cancellation == null) return Result.Success(this)
        if (isClaimed) return refused(Code.CARGO_ALREADY_CLAIMED)
        if (delivery.lastMove == null) routeSpecification.withDeadlineAfter(at).orElse { return it }
        return Result.Success(changed(listOf(DomainFact.CargoReinstated), cancellation = null))
    }

    /**
     * Adds a reference in its place, and raises `ReferenceAdded`, whatever the cargo's state (REF-3).
     *
     * Fails with `references_too_many`, and with `container_already_assigned` for a second box.
     */
    public fun adding(reference: CargoReference): Result<Cargo> = when {
        reference in references -> Result.Success(this)
        references.size >= MOST_REFERENCES -> refused(Code.REFERENCES_TOO_MANY)
        reference.type.isBox && references.any { it.type.isBox } -> refused(Code.CONTAINER_ALREADY_ASSIGNED)
        else -> Result.Success(
            changed(listOf(DomainFact.ReferenceAdded(reference)), references = (references + reference).sorted()),
        )
    }

    /** Removes a reference, and raises `ReferenceRemoved`, whatever the cargo's state (REF-4). */
    public fun removing(reference: CargoReference): Cargo =
        if (reference !in references) this
        else changed(listOf(DomainFact.ReferenceRemoved(reference)), references = references - reference)

    /**
     * Returns the cargo as it goes into an archive, and raises `CargoArchived` (CRG-17).
     *
     * Nothing must have happened to it for so many days. `history` is the whole handling history. Fails with
     * `cargo_not_closed`; `handling_of_other_cargo` if the history belongs to another cargo.
     */
    public fun archived(
        archive: ArchiveName,
        at: Instant,
        history: HandlingHistory,
        days: Long = DAYS_UNTIL_CLOSED,
    ): Result<Cargo> {
        checkOwn(history).orElse { return it }
        if (!isClosed(at, history, days)) return refused(Code.CARGO_NOT_CLOSED)
        return Result.Success(changed(listOf(DomainFact.CargoArchived(archive))))
    }

    /**
     * Returns the cargo with everything that says something of its customer replaced, and raises `CustomerErased`
     * (CRG-18).
     *
     * The customer's id becomes the pseudonym, the references go, and the reasons of the cancellation and the holds
     * become `ERASED`. What happened to the cargo where and when stays. A cargo of the pseudonym stays as it is
     * (CRG-0).
     */
    public fun erasingCustomer(pseudonym: CustomerId): Cargo =
        if (customerId == pseudonym) this
        else changed(
            listOf(DomainFact.CustomerErased(pseudonym)),
            customerId = pseudonym,
            cancellation = cancellation?.copy(reason = Reason.ERASED),
            references = emptyList(),
            holds = holds.map { it.copy(reason = Reason.ERASED) },
        )

    /**
     * Keeps an estimate, and raises what differs from the one announced before (CRG-10).
     *
     * Fails with `cargo_not_routed`.
     */
    public fun announcing(estimate: Estimate): Result<Cargo> {
        if (itinerary == null) return refused(Code.CARGO_NOT_ROUTED)
        val planned = Estimate.asPlanned(itinerary)
        val before = this.estimate ?: planned
        val own = buildList {
            if (estimate.estimatedArrival != before.estimatedArrival) {
                val arrival = itinerary.lastUnloadTime
                add(DomainFact.EstimatedArrivalChanged(estimate.estimatedArrival, arrival, before.estimatedArrival))
            }
            if (estimate.disruption != null && estimate.disruption != before.disruption) {
                add(DomainFact.RouteDisrupted(estimate.disruption))
            }
            if (estimate.disruption == null && before.disruption != null) add(DomainFact.RouteRestored)
        }
        return Result.Success(changed(own, estimate = estimate.takeIf { it != planned }))
    }

    /**
     * Returns what the voyages' forecasts make of this cargo's route, in the light of its history (EST-1 to EST-4).
     *
     * `voyages` holds those of the itinerary that are registered. Fails with `handling_of_other_cargo`,
     * `cargo_not_routed`.
     */
    public fun outlook(history: HandlingHistory, voyages: Collection<Voyage>): Result<Outlook> {
        val judgement = judge(history).orElse { return it }
        if (itinerary == null) return refused(Code.CARGO_NOT_ROUTED)
        return Result.Success(
            Outlook.of(routeSpecification, itinerary, judgement, history, voyages.associateBy { it.number }),
        )
    }

    /**
     * Returns how many milliseconds later than promised an estimate brings the cargo to its destination, negative if
     * earlier; `null` without an arrival. Without a promise, the planned arrival counts (EST-4).
     */
    public fun arrivalDelay(estimate: Estimate): Long? {
        val promised = promisedArrival ?: itinerary?.lastUnloadTime ?: return null
        return estimate.estimatedArrival?.let { it.epochMilliseconds - promised.epochMilliseconds }
    }

    /**
     * Returns whether each event of a history was expected, in its order (DLV-4).
     *
     * Fails with `handling_of_other_cargo` if the history belongs to another cargo.
     */
    public fun expectations(history: HandlingHistory): Result<List<Boolean>> = judge(history).map { it.isExpected }

    /**
     * Compares a handling history with this cargo's plan, event by event, without changing the cargo.
     *
     * Fails with `handling_of_other_cargo` if the history belongs to another cargo.
     */
    public fun review(history: HandlingHistory): Result<HandlingReview> = judge(history).map { judgement ->
        val derived = changed(emptyList(), routingStart = judgement.routingStart, progress = judgement.progress)
        HandlingReview(derived.delivery, judgement.isExpected, derived.misdirection)
    }

    /** Returns whether a leg on a voyage isn't unloaded yet, and the cargo is neither claimed nor cancelled (UC-9). */
    public fun waitsFor(voyageNumber: VoyageNumber): Boolean {
        val position = delivery.planPosition ?: return false
        if (isClaimed || isCancelled) return false
        return itinerary?.legs.orEmpty().withIndex().any { (index, leg) ->
            leg.voyageNumber == voyageNumber && position <= Plan.unloadOf(index)
        }
    }

    /** Returns whether both values are the same cargo, even if their state differs (CRG-7). */
    public fun isSameCargo(other: Cargo): Boolean = trackingId == other.trackingId

    /** Compares the whole state except for the raised facts. To compare identities, use [isSameCargo] (CRG-7). */
    override fun equals(other: Any?): Boolean = other is Cargo &&
        trackingId == other.trackingId && customerId == other.customerId && origin == other.origin &&
        routeSpecification == other.routeSpecification && itinerary == other.itinerary &&
            routingStart == other.routingStart &&
        delivery == other.delivery && estimate == other.estimate && cancellation == other.cancellation &&
            references == other.references && promisedArrival == other.promisedArrival && holds == other.holds &&
            pickUpBy == other.pickUpBy &&
        version == other.version

    override fun hashCode(): Int = trackingId.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Cargo($trackingId, version $version)"

    /**
     * Returns this cargo as if it were loaded from storage with a version: reconstituted, and without raised facts
     * (REP-5).
     */
    @InternalCargoKitApi
    public fun storedAs(version: Long): Result<Cargo> = reconstitute(
        trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(), estimate,
        cancellation, references, promisedArrival, holds, pickUpBy,
        version,
    )

    /**
     * Returns this cargo as it comes back from an archive into a store that holds a version of it, and raises
     * `CargoRestored` (REP-9). Fails as [storedAs] does.
     */
    @InternalCargoKitApi
    public fun restored(archive: ArchiveName, version: Long): Result<Cargo> =
        storedAs(version).map { it.changed(listOf(DomainFact.CargoRestored(archive))) }

    /** The promised arrival, if the cargo goes to the same destination as before (CRG-12). */
    private fun promiseFor(destination: UnLocode): Instant? =
        promisedArrival.takeIf { destination == routeSpecification.destination }

    /** Checks that a route with this first leg starts where the cargo is. */
    private fun checkStart(first: Leg): Result<Unit> {
        val place = delivery.lastKnownLocation ?: routeSpecification.origin
        val voyage = delivery.currentVoyage
        val startsHere = first.loadLocation == place && (voyage == null || first.voyageNumber == voyage)
        return if (startsHere) Result.Success(Unit)
        else Result.Failure(DomainError.itineraryStartsElsewhere(actual = first.loadLocation, expected = place, voyage))
    }

    /**
     * The port that the cargo is in, or that it will next be unloaded in if all goes as planned; `null` if that isn't
     * known.
     */
    private fun nextLocationAshore(): UnLocode? = when (delivery.transportStatus) {
        TransportStatus.NOT_RECEIVED, TransportStatus.CLAIMED -> null
        TransportStatus.IN_PORT -> delivery.lastKnownLocation
        TransportStatus.ONBOARD_CARRIER -> activityDue
            ?.takeIf {
                !delivery.isMisdirected && it.type == HandlingType.UNLOAD && it.voyageNumber == delivery.currentVoyage
            }
            ?.location
    }

    /** Compares a history with a route, which is the cargo's own unless another one is given. */
    private fun judge(history: HandlingHistory, route: Itinerary? = itinerary): Result<HandlingJudgement> =
        checkOwn(history).map { HandlingJudgement(history, routeSpecification, route, routingStart) }

    private fun checkOwn(history: HandlingHistory): Result<Unit> =
        if (history.trackingId == trackingId) Result.Success(Unit) else refused(Code.HANDLING_OF_OTHER_CARGO)

    /**
     * Returns this cargo in another state, with its delivery derived again, and raises an operation's own facts, then
     * those of CRG-9.
     */
    private fun changed(
        own: List<DomainFact>,
        routeSpecification: RouteSpecification = this.routeSpecification,
        itinerary: Itinerary? = this.itinerary,
        routingStart: CompletedActivity? = this.routingStart,
        progress: DeliveryProgress = delivery.progress,
        estimate: Estimate? = this.estimate,
        cancellation: Cancellation? = this.cancellation,
        references: List<CargoReference> = this.references,
        promisedArrival: Instant? = this.promisedArrival,
        holds: List<Hold> = this.holds,
        pickUpBy: Instant? = this.pickUpBy,
        customerId: CustomerId = this.customerId,
    ): Cargo {
        val derived = Delivery.of(progress, routeSpecification, itinerary, routingStart)
        fun raising(facts: List<DomainFact>) = Cargo(
            trackingId, customerId, origin, routeSpecification, itinerary, routingStart, derived, estimate,
            cancellation, references, promisedArrival, holds, pickUpBy, version,
            facts,
        )
        return raising(raisedFacts + own + facts(before = this, after = raising(emptyList())))
    }

    public companion object {
        /**
         * For how many days nothing must have happened to a cargo before it is closed, unless somebody chooses
         * otherwise (CRG-17).
         */
        public const val DAYS_UNTIL_CLOSED: Long = 90

        /**
         * Books a new cargo with version 0, no route and no handling, and raises `CargoBooked` (CRG-1). Fails with
         * `deadline_not_in_future`.
         */
        public fun book(
            trackingId: TrackingId,
            customerId: CustomerId,
            routeSpecification: RouteSpecification,
            at: Instant,
        ): Result<Cargo> =
            routeSpecification.withDeadlineAfter(at).map { specification ->
                Cargo(
                    trackingId = trackingId,
                    customerId = customerId,
                    origin = specification.origin,
                    routeSpecification = specification,
                    itinerary = null,
                    routingStart = null,
                    delivery = Delivery.of(DeliveryProgress(), specification, itinerary = null, routingStart = null),
                    estimate = null,
                    cancellation = null,
                    references = emptyList(),
                    promisedArrival = null,
                    holds = emptyList(),
                    pickUpBy = null,
                    version = 0,
                    raisedFacts = listOf(DomainFact.CargoBooked(customerId, specification.origin, specification)),
                )
            }

        /**
         * Restores a stored cargo (DLV-10).
         *
         * Checks only the rules that always hold, so a cargo whose deadline has passed can still be loaded. Raises no
         * events. Fails with `integer_out_of_range` for a version below 0 or above 2^53−1; `corrupt_record` with rule
         * `REF-2` if the references aren't in order, all different and at most 100; `holds_invalid` if the holds aren't
         * in order, at most one of each type; `corrupt_record` with rule `DLV-10` if the stored delivery contradicts
         * what the cargo's other properties imply.
         */
        public fun reconstitute(
            trackingId: TrackingId,
            customerId: CustomerId,
            origin: UnLocode,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
            delivery: Delivery.Stored,
            estimate: Estimate?,
            cancellation: Cancellation?,
            references: List<CargoReference>,
            promisedArrival: Instant?,
            holds: List<Hold>,
            pickUpBy: Instant?,
            version: Long,
        ): Result<Cargo> {
            Version.check(version).orElse { return it }
            checkOrder(references).orElse { return it }
            checkHolds(holds).orElse { return it }
            val recomputed = Delivery.reconstitute(delivery, routeSpecification, itinerary, routingStart)
            if (recomputed == null || (estimate != null && itinerary == null)) {
                return Result.Failure(DomainError.corruptRecord(rule = "DLV-10", id = trackingId.text))
            }
            return Result.Success(
                Cargo(
                    trackingId, customerId, origin, routeSpecification, itinerary, routingStart, recomputed, estimate,
                    cancellation, references, promisedArrival, holds, pickUpBy,
                    version,
                    raisedFacts = emptyList(),
                ),
            )
        }

        /**
         * Restores a cargo of which only the progress of the delivery is known (DLV-10).
         *
         * Derives the rest, and fails as [reconstitute] does.
         */
        @InternalCargoKitApi
        public fun reconstituteProgress(
            trackingId: TrackingId,
            customerId: CustomerId,
            origin: UnLocode,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: CompletedActivity?,
            isMisdirected: Boolean,
            lastHandled: CompletedActivity?,
            lastMove: CompletedActivity?,
            planPosition: Long?,
            version: Long,
        ): Result<Cargo> {
            Version.check(version).orElse { return it }
            val delivery = Delivery.reconstitute(
                isMisdirected, lastHandled, lastMove, planPosition, routeSpecification, itinerary, routingStart,
            ) ?: return Result.Failure(DomainError.corruptRecord(rule = "DLV-10", id = trackingId.text))
            return Result.Success(
                Cargo(
                    trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery,
                    estimate = null, cancellation = null,
                    references = emptyList(), promisedArrival = null, holds = emptyList(), pickUpBy = null, version,
                    raisedFacts = emptyList(),
                ),
            )
        }

        /** How many references a cargo can have (REF-2). */
        private const val MOST_REFERENCES = 100

        /**
         * Checks that references are in order, all different and not too many. Fails with `corrupt_record` with rule
         * `REF-2`.
         */
        @InternalCargoKitApi
        public fun checkOrder(references: List<CargoReference>): Result<Unit> {
            val isInOrder =
                references.size <= MOST_REFERENCES && references.zipWithNext().all { (left, right) -> left < right }
            return if (isInOrder) Result.Success(Unit) else Result.Failure(DomainError.corruptRecord(rule = "REF-2"))
        }

        /** Checks that holds are in order, at most one of each type. Fails with `holds_invalid`. */
        @InternalCargoKitApi
        public fun checkHolds(holds: List<Hold>): Result<Unit> {
            val isInOrder = holds.zipWithNext().all { (left, right) -> left.type < right.type }
            return if (isInOrder) Result.Success(Unit) else refused(Code.HOLDS_INVALID)
        }

        /** Returns the facts that changed from one state of a cargo to the next (CRG-9). */
        private fun facts(before: Cargo, after: Cargo): List<DomainFact> = buildList {
            val was = before.delivery
            val now = after.delivery
            if (!was.isMisdirected) after.misdirection?.let { add(DomainFact.CargoMisdirected(it.actual, it.expected)) }
            if (was.isMisdirected && !now.isMisdirected) add(DomainFact.CargoBackOnTrack)
            now.lastKnownLocation?.let { location ->
                if (!was.isUnloadedAtDestination && now.isUnloadedAtDestination) add(DomainFact.CargoArrived(location))
                if (!before.isClaimed && after.isClaimed) add(DomainFact.CargoClaimed(location))
            }
        }
    }
}
