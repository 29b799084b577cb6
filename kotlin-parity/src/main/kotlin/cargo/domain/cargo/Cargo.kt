package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.DomainFact
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.map
import cargo.domain.shared.orElse
import cargo.domain.shared.refused
import cargo.domain.shared.then

/**
 * A customer's cargo, its route and its delivery: an aggregate root, identified by its tracking id (CRG-1 to CRG-7).
 *
 * A cargo is immutable. Each operation returns a new cargo that carries the facts raised since it was loaded, or fails and changes nothing.
 * Create a cargo with [book], or restore a stored one with [reconstitute].
 */
class Cargo private constructor(
    /** The cargo's identity. */
    val trackingId: TrackingId,
    /** The customer who booked it. */
    val customerId: CustomerId,
    /**
     * Where it was booked from.
     *
     * This never changes, even if the route is respecified.
     */
    val origin: UnLocode,
    /** The origin, destination and deadline that the customer wants now. */
    val routeSpecification: RouteSpecification,
    /** The assigned route, if any. */
    val itinerary: Itinerary?,
    /**
     * The cargo's last activity at the time its route was assigned.
     *
     * Events up to and including it aren't compared with the plan.
     */
    val routingStart: Handled?,
    /** The state of the transport. */
    val delivery: Delivery,
    /** How many times the cargo was saved: 0 until the first save. */
    val version: Long,
    /**
     * The facts raised since the cargo was loaded, in order.
     *
     * A repository stores them together with the cargo (REP-3).
     */
    val raisedFacts: List<DomainFact>,
) {
    /**
     * Assigns a route, or replaces the current one, and raises `CargoRouted` (CRG-2).
     *
     * A cargo that is in port can only take a route that starts at that port. Fails with `cargo_already_claimed`;
     * `itinerary_not_satisfying` if the itinerary doesn't satisfy the route specification; `itinerary_starts_elsewhere` if the cargo is in
     * another port.
     */
    fun assignedTo(itinerary: Itinerary): Result<Cargo> {
        val isElsewhere = delivery.transportStatus == TransportStatus.IN_PORT && delivery.lastKnownLocation != itinerary.firstLoadLocation
        return when {
            isClaimed -> refused(Code.CARGO_ALREADY_CLAIMED)
            !routeSpecification.isSatisfiedBy(itinerary) -> refused(Code.ITINERARY_NOT_SATISFYING)
            isElsewhere -> refused(Code.ITINERARY_STARTS_ELSEWHERE)
            else -> {
                val start = delivery.lastHandled
                val progress = delivery.progress.starting(Plan(itinerary, start))
                Result.Success(changed(routeSpecification, itinerary, start, progress, listOf(DomainFact.CargoRouted(itinerary))))
            }
        }
    }

    /**
     * Replaces the route specification and raises `RouteRespecified` (CRG-3).
     *
     * The itinerary stays assigned, even if it no longer satisfies the specification. Fails with `cargo_already_claimed`,
     * `deadline_not_in_future`.
     */
    fun specifyingNewRoute(routeSpecification: RouteSpecification, at: Instant): Result<Cargo> =
        if (isClaimed) refused(Code.CARGO_ALREADY_CLAIMED)
        else respecified(routeSpecification, at, DomainFact.RouteRespecified(routeSpecification))

    /**
     * Changes the destination and raises `DestinationChanged` (CRG-4).
     *
     * The new specification starts at the place where the cargo can next change its route and keeps the deadline. Fails with
     * `cargo_already_claimed`, `destination_unchanged`, `cargo_position_unknown`, `route_origin_is_destination`, `deadline_not_in_future`.
     */
    fun changingDestination(destination: UnLocode, at: Instant): Result<Cargo> {
        if (isClaimed) return refused(Code.CARGO_ALREADY_CLAIMED)
        if (destination == routeSpecification.destination) return refused(Code.DESTINATION_UNCHANGED)
        val from = nextRoutableLocation() ?: return refused(Code.CARGO_POSITION_UNKNOWN)
        return RouteSpecification.create(from, destination, routeSpecification.arrivalDeadline)
            .then { respecified(it, at, DomainFact.DestinationChanged(it)) }
    }

    /** Changes the arrival deadline and raises `DeadlineChanged` (CRG-5). Fails with `cargo_already_claimed`, `deadline_not_in_future`. */
    fun changingDeadline(arrivalDeadline: Instant, at: Instant): Result<Cargo> =
        if (isClaimed) refused(Code.CARGO_ALREADY_CLAIMED)
        else RouteSpecification.create(routeSpecification.origin, routeSpecification.destination, arrivalDeadline)
            .then { respecified(it, at, DomainFact.DeadlineChanged(it)) }

    /**
     * Recomputes the delivery from the whole handling history and raises an event for each fact that changed (CRG-6).
     *
     * Events are raised in this order: `CargoHandled`, `CargoMisdirected`, `CargoBackOnTrack`, `CargoArrived`, `CargoClaimed`. Fails with
     * `handling_of_other_cargo` if the history belongs to another cargo.
     */
    fun derivingDeliveryProgress(history: HandlingHistory): Result<Cargo> {
        val judgement = judge(history).orElse { return it }
        val derived = changed(routeSpecification, itinerary, routingStart, judgement.progress, emptyList())
        val facts = changes(delivery, derived.delivery, Misdirection.of(judgement, history))
        return Result.Success(derived.raising(facts))
    }

    /**
     * Compares a handling history with this cargo's plan, event by event, without changing the cargo.
     *
     * Fails with `handling_of_other_cargo` if the history belongs to another cargo.
     */
    fun review(history: HandlingHistory): Result<HandlingReview> = judge(history).map { judgement ->
        HandlingReview(
            delivery = Delivery.of(judgement.progress, routeSpecification, itinerary, routingStart),
            isExpected = judgement.isExpected,
            misdirection = Misdirection.of(judgement, history),
        )
    }

    /** Returns whether both values are the same cargo, even if their state differs (CRG-7). */
    fun isSameCargo(other: Cargo): Boolean = trackingId == other.trackingId

    /** Compares the whole state except for the raised facts. To compare identities, use [isSameCargo] (CRG-7). */
    override fun equals(other: Any?): Boolean = other is Cargo &&
        trackingId == other.trackingId && customerId == other.customerId && origin == other.origin &&
        routeSpecification == other.routeSpecification && itinerary == other.itinerary && routingStart == other.routingStart &&
        delivery == other.delivery && version == other.version

    override fun hashCode(): Int = trackingId.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Cargo($trackingId, version $version)"

    /** Returns this cargo as if it were loaded from storage with a version: reconstituted, and without raised facts (REP-5). */
    internal fun storedAs(version: Long): Result<Cargo> =
        reconstitute(trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(), version)

    private val isClaimed: Boolean get() = delivery.transportStatus == TransportStatus.CLAIMED

    /**
     * Where a new route can start: the specified origin before receipt, then the port that the cargo is in or will next be unloaded at.
     *
     * `null` for a cargo on board if it is misdirected, has no itinerary, or isn't due to be unloaded from its current voyage.
     */
    private fun nextRoutableLocation(): UnLocode? = when (delivery.transportStatus) {
        TransportStatus.NOT_RECEIVED -> routeSpecification.origin
        TransportStatus.IN_PORT, TransportStatus.CLAIMED -> delivery.lastKnownLocation
        TransportStatus.ONBOARD_CARRIER -> activityDue()
            ?.takeIf { !delivery.isMisdirected && it.type == HandlingType.UNLOAD && it.voyageNumber == delivery.currentVoyage }
            ?.location
    }

    private fun activityDue() = itinerary?.let { route ->
        delivery.planPosition?.let { Plan(route, routingStart).entryAt(it) }
    }

    private fun judge(history: HandlingHistory): Result<HandlingJudgement> =
        if (history.trackingId == trackingId) Result.Success(HandlingJudgement(history, itinerary, routingStart))
        else refused(Code.HANDLING_OF_OTHER_CARGO)

    private fun respecified(routeSpecification: RouteSpecification, now: Instant, fact: DomainFact): Result<Cargo> =
        routeSpecification.withDeadlineAfter(now).map { changed(it, itinerary, routingStart, delivery.progress, listOf(fact)) }

    /** Returns this cargo in another state, and derives its delivery again. */
    private fun changed(
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?,
        progress: DeliveryProgress,
        facts: List<DomainFact>,
    ): Cargo = Cargo(
        trackingId, customerId, origin, routeSpecification, itinerary, routingStart,
        Delivery.of(progress, routeSpecification, itinerary, routingStart), version, raisedFacts + facts,
    )

    private fun raising(facts: List<DomainFact>): Cargo = Cargo(
        trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery, version, raisedFacts + facts,
    )

    companion object {
        /**
         * Books a new cargo with version 0, no route and no handling, and raises `CargoBooked` (CRG-1). Fails with
         * `deadline_not_in_future`.
         */
        fun book(trackingId: TrackingId, customerId: CustomerId, routeSpecification: RouteSpecification, at: Instant): Result<Cargo> =
            routeSpecification.withDeadlineAfter(at).map { specification ->
                Cargo(
                    trackingId = trackingId,
                    customerId = customerId,
                    origin = specification.origin,
                    routeSpecification = specification,
                    itinerary = null,
                    routingStart = null,
                    delivery = Delivery.of(DeliveryProgress(), specification, itinerary = null, routingStart = null),
                    version = 0,
                    raisedFacts = listOf(DomainFact.CargoBooked(customerId, specification.origin, specification)),
                )
            }

        /**
         * Restores a stored cargo (DLV-10).
         *
         * Checks only the rules that always hold, so a cargo whose deadline has passed can still be loaded. Raises no events. Fails with
         * `integer_out_of_range` for a version below 0 or above 2^53−1; `corrupt_record` with rule `DLV-10` if the stored delivery
         * contradicts what the cargo's other properties imply.
         */
        fun reconstitute(
            trackingId: TrackingId,
            customerId: CustomerId,
            origin: UnLocode,
            routeSpecification: RouteSpecification,
            itinerary: Itinerary?,
            routingStart: Handled?,
            delivery: Delivery.Stored,
            version: Long,
        ): Result<Cargo> {
            Version.check(version).orElse { return it }
            val recomputed = Delivery.reconstitute(delivery, routeSpecification, itinerary, routingStart)
                ?: return Result.Failure(DomainError.corruptRecord(rule = "DLV-10", id = trackingId.text))
            return Result.Success(
                Cargo(
                    trackingId, customerId, origin, routeSpecification, itinerary, routingStart, recomputed, version, raisedFacts = emptyList(),
                ),
            )
        }

        /** Returns the facts that changed from one delivery to the next, in the order of CRG-6. */
        private fun changes(before: Delivery, after: Delivery, misdirection: Misdirection?): List<DomainFact> = buildList {
            after.lastHandled?.let { if (it != before.lastHandled) add(DomainFact.CargoHandled(it)) }
            if (!before.isMisdirected && misdirection != null) add(DomainFact.CargoMisdirected(misdirection.actual, misdirection.expected))
            if (before.isMisdirected && !after.isMisdirected) add(DomainFact.CargoBackOnTrack)
            if (!before.isUnloadedAtDestination && after.isUnloadedAtDestination) {
                after.unloadedAt?.let { add(DomainFact.CargoArrived(it)) }
            }
            if (before.transportStatus != TransportStatus.CLAIMED && after.transportStatus == TransportStatus.CLAIMED) {
                after.lastKnownLocation?.let { add(DomainFact.CargoClaimed(it)) }
            }
        }
    }
}
