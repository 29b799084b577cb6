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
 * What a customer wants transported, and how that goes: an aggregate root, identified by its tracking id (CRG-1 to CRG-7).
 *
 * Immutable. Every operation gives a new cargo, which carries the facts raised since the cargo was loaded, or a failure and changes nothing.
 * There are two doors: [book] for a new cargo, [reconstitute] for a stored one.
 */
class Cargo private constructor(
    /** The identity. */
    val trackingId: TrackingId,
    /** Who booked it. */
    val customerId: CustomerId,
    /** Where it was booked from; fixed, whatever is changed later. */
    val origin: UnLocode,
    /** What the customer wants now. */
    val routeSpecification: RouteSpecification,
    /** The route, if one is assigned. */
    val itinerary: Itinerary?,
    /** What had been done last when the route was assigned: events up to it are not judged against the plan. */
    val routingStart: Handled?,
    /** How the transport goes. */
    val delivery: Delivery,
    /** How often it was saved: 0 before the first time. */
    val version: Long,
    /** The facts raised since it was loaded, in order; a repository stores them together with the cargo (REP-3). */
    val raisedFacts: List<DomainFact>,
) {
    /**
     * Gives the cargo a route, or another one, that starts where the cargo is; raises `CargoRouted` (CRG-2).
     *
     * Fails with `cargo_already_claimed`, `itinerary_not_satisfying`, `itinerary_starts_elsewhere`.
     */
    fun assignToRoute(itinerary: Itinerary): Result<Cargo> {
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
     * Replaces what the customer wants; the itinerary stays, fitting or not; raises `RouteRespecified` (CRG-3).
     *
     * Fails with `cargo_already_claimed`, `deadline_not_in_future`.
     */
    fun specifyNewRoute(routeSpecification: RouteSpecification, at: Instant): Result<Cargo> =
        if (isClaimed) refused(Code.CARGO_ALREADY_CLAIMED)
        else respecified(routeSpecification, at, DomainFact.RouteRespecified(routeSpecification))

    /**
     * Sends the cargo somewhere else, from where it can next change its route; raises `DestinationChanged` (CRG-4).
     *
     * Fails with `cargo_already_claimed`, `destination_unchanged`, `cargo_position_unknown`, `route_origin_is_destination`,
     * `deadline_not_in_future`.
     */
    fun changeDestination(destination: UnLocode, at: Instant): Result<Cargo> {
        if (isClaimed) return refused(Code.CARGO_ALREADY_CLAIMED)
        if (destination == routeSpecification.destination) return refused(Code.DESTINATION_UNCHANGED)
        val from = nextRoutableLocation() ?: return refused(Code.CARGO_POSITION_UNKNOWN)
        return RouteSpecification.create(from, destination, routeSpecification.arrivalDeadline)
            .then { respecified(it, at, DomainFact.DestinationChanged(it)) }
    }

    /** Gives the cargo more or less time; raises `DeadlineChanged` (CRG-5). Fails with `cargo_already_claimed`, `deadline_not_in_future`. */
    fun changeDeadline(arrivalDeadline: Instant, at: Instant): Result<Cargo> =
        if (isClaimed) refused(Code.CARGO_ALREADY_CLAIMED)
        else RouteSpecification.create(routeSpecification.origin, routeSpecification.destination, arrivalDeadline)
            .then { respecified(it, at, DomainFact.DeadlineChanged(it)) }

    /**
     * Derives the delivery from all that was done to the cargo and raises, for each fact that changed, its event (CRG-6).
     *
     * In this order: `CargoHandled`, `CargoMisdirected`, `CargoBackOnTrack`, `CargoArrived`, `CargoClaimed`. Fails with
     * `handling_of_other_cargo`.
     */
    fun deriveDeliveryProgress(history: HandlingHistory): Result<Cargo> {
        val judgement = judge(history).orElse { return it }
        val derived = changed(routeSpecification, itinerary, routingStart, judgement.progress, emptyList())
        val facts = changes(delivery, derived.delivery, Misdirection.of(judgement, history))
        return Result.Success(derived.raising(facts))
    }

    /** Holds a history against this cargo's plan. Fails with `handling_of_other_cargo`. */
    fun review(history: HandlingHistory): Result<HandlingReview> = judge(history).map { judgement ->
        HandlingReview(
            delivery = Delivery.of(judgement.progress, routeSpecification, itinerary, routingStart),
            isExpected = judgement.isExpected,
            misdirection = Misdirection.of(judgement, history),
        )
    }

    /** Whether both are the same cargo, whatever became of them (CRG-7). */
    fun isSameCargo(other: Cargo): Boolean = trackingId == other.trackingId

    /** Compares the whole state; facts not yet stored do not count. For identity see [isSameCargo] (CRG-7). */
    override fun equals(other: Any?): Boolean = other is Cargo &&
        trackingId == other.trackingId && customerId == other.customerId && origin == other.origin &&
        routeSpecification == other.routeSpecification && itinerary == other.itinerary && routingStart == other.routingStart &&
        delivery == other.delivery && version == other.version

    override fun hashCode(): Int = trackingId.hashCode() * 31 + version.hashCode()

    override fun toString(): String = "Cargo($trackingId, version $version)"

    /** This cargo as storage gives it back after a save: as `version`, through reconstitution, with no facts (REP-5). */
    internal fun storedAs(version: Long): Result<Cargo> =
        reconstitute(trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(), version)

    private val isClaimed: Boolean get() = delivery.transportStatus == TransportStatus.CLAIMED

    /** Where a new route can start: the specified origin before receipt, the port it is in, or the port where it is due to come ashore. */
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

    /** This cargo in another state, its delivery derived again. */
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
        /** Books a new cargo: version 0, not routed, not received; raises `CargoBooked` (CRG-1). Fails with `deadline_not_in_future`. */
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
         * Brings a cargo back from storage: applies what is always true, knows no "now", raises nothing (DLV-10).
         *
         * Fails with `integer_out_of_range` for a version below 0 or beyond 2^53−1, and with `corrupt_record`, rule `DLV-10`, where the
         * stored delivery disagrees with what follows from the rest.
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

        /** The facts that tell one delivery from the one before it, in the order of CRG-6. */
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
