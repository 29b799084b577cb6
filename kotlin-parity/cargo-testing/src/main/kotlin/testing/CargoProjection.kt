package io.github.cargokit.testing

import io.github.cargokit.domain.cargo.Cancellation
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.PortCallReport
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * A consumer that reads domain events alone, and knows from them what the store knows of its cargos.
 *
 * It shows that the outbox leaves nothing out (REP-3): a cargo that it made tracks like the stored one. Only reference
 * data comes from elsewhere: locations, and voyages as they were first registered, raise no events.
 */
public class CargoProjection(voyages: List<Voyage> = emptyList()) {
    /** What the events of one cargo say. */
    private class State(val cargo: Cargo, val history: HandlingHistory)

    private val states = HashMap<TrackingId, State>()
    private val sailings = voyages.associateByTo(HashMap()) { it.number }

    /** The cargos, by tracking id. */
    public val cargos: List<Cargo> get() = states.values.map { it.cargo }.sortedBy { it.trackingId }

    /** The voyages as they are now, but for the times of their reports. */
    public val voyages: Map<VoyageNumber, Voyage> get() = sailings

    /** Returns the handling history of a cargo. */
    public fun history(trackingId: TrackingId): HandlingHistory =
        states[trackingId]?.history ?: HandlingHistory.empty(trackingId)

    /**
     * Takes the next event of the outbox. Fails with the error of the rule that the event breaks.
     *
     * Events of cargos and voyages that weren't booked or registered before are ignored.
     */
    public fun apply(event: DomainEvent): Result<Unit> = when (val fact = event.fact) {
        is DomainFact.VoyageRescheduled ->
            Result.Success(sailed(fact.voyageNumber) { fact.schedule?.let(it::rescheduledTo) ?: it })
        is DomainFact.VoyageDescribed -> Result.Success(sailed(fact.voyageNumber) { it.describedAs(fact.details) })
        is DomainFact.PortCallReported -> reported(fact, event.occurredAt)
        is DomainFact.CargoBooked -> TrackingId.parse(event.aggregateId).then { id -> booked(id, fact, event) }
        else -> TrackingId.parse(event.aggregateId).then { id ->
            states[id]?.let { state -> next(state, event).map { states[id] = it } } ?: Result.Success(Unit)
        }
    }

    private fun sailed(number: VoyageNumber, change: (Voyage) -> Voyage) {
        sailings.computeIfPresent(number) { _, voyage -> change(voyage) }
    }

    /** An event is raised only by a report that counts, so it replaces the one before. */
    private fun reported(fact: DomainFact.PortCallReported, at: Instant): Result<Unit> {
        val voyage = sailings[fact.voyageNumber] ?: return Result.Success(Unit)
        val report = PortCallReport(fact.movement, fact.end, fact.status, fact.time, reportedAt = at)
        val others = voyage.reports.filter { it.movement != report.movement || it.end != report.end }
        val reports = (others + report).sortedWith(compareBy({ it.movement }, { it.end }))
        return Voyage.reconstitute(voyage.number, voyage.schedule, voyage.details, reports, voyage.version)
            .map { sailings[it.number] = it }
    }

    private fun booked(id: TrackingId, fact: DomainFact.CargoBooked, event: DomainEvent): Result<Unit> =
        Cargo.reconstituteProgress(
            id, fact.customerId, fact.origin, fact.routeSpecification, itinerary = null, routingStart = null,
            isMisdirected = false, lastHandled = null, lastMove = null, planPosition = null, event.aggregateVersion,
        ).map { states[id] = State(it, HandlingHistory.empty(id)) }

    private fun next(state: State, event: DomainEvent): Result<State> {
        val cargo = state.cargo
        var history = state.history
        var customer = cargo.customerId
        var specification: RouteSpecification = cargo.routeSpecification
        var itinerary = cargo.itinerary
        var start = cargo.routingStart
        var estimate = cargo.estimate
        var cancellation = cargo.cancellation
        var references = cargo.references
        var promise = cargo.promisedArrival
        var holds = cargo.holds
        var pickUpBy = cargo.pickUpBy
        val announced =
            cargo.estimate ?: itinerary?.let { Estimate(estimatedArrival = it.lastUnloadTime) } ?: Estimate()
        when (val fact = event.fact) {
            is DomainFact.HandlingEventRegistered -> history = history.adding(fact.event).orElse { return it }
            is DomainFact.HandlingEventRetracted -> history = history.retracting(fact.event)
            is DomainFact.RouteRespecified -> specification = fact.routeSpecification
            is DomainFact.DestinationChanged -> specification = fact.routeSpecification
            is DomainFact.DeadlineChanged -> specification = fact.routeSpecification
            is DomainFact.CargoRouted -> {
                itinerary = fact.itinerary
                estimate = null
                promise = promise ?: fact.itinerary.lastUnloadTime
                start = history.events.lastOrNull { it.activity.type != HandlingType.CUSTOMS }?.handled
            }
            is DomainFact.EstimatedArrivalChanged -> estimate = announced.copy(estimatedArrival = fact.estimatedArrival)
            is DomainFact.RouteDisrupted -> estimate = announced.copy(disruption = fact.disruption)
            is DomainFact.RouteRestored -> estimate = announced.copy(disruption = null)
            is DomainFact.CargoCancelled -> cancellation = Cancellation(event.occurredAt, fact.reason)
            is DomainFact.CargoReinstated -> cancellation = null
            is DomainFact.ReferenceAdded -> references = cargo.adding(fact.reference).orElse { return it }.references
            is DomainFact.ReferenceRemoved -> references = cargo.removing(fact.reference).references
            is DomainFact.VoyageSubstituted -> itinerary = itinerary?.substituting(fact.leg, fact.voyageNumber)
            is DomainFact.PickUpDeadlineChanged -> pickUpBy = fact.pickUpBy
            is DomainFact.CargoHeld ->
                holds = cargo.placingHold(fact.holdType, fact.reason, event.occurredAt).orElse { return it }.holds
            is DomainFact.CargoReleased -> holds = cargo.releasingHold(fact.holdType).holds
            is DomainFact.CustomerErased -> cargo.erasingCustomer(fact.customerId).let {
                customer = it.customerId
                cancellation = it.cancellation
                references = it.references
                holds = it.holds
            }
            // They follow from the others.
            is DomainFact.CargoBooked, is DomainFact.CargoHandled, is DomainFact.CargoMisdirected,
            is DomainFact.CargoBackOnTrack, is DomainFact.CargoArrived, is DomainFact.CargoClaimed,
            is DomainFact.CargoArchived, is DomainFact.CargoRestored, is DomainFact.VoyageRescheduled,
            is DomainFact.VoyageDescribed, is DomainFact.PortCallReported -> Unit
        }
        if (specification.destination != cargo.routeSpecification.destination) promise = null
        if (estimate == itinerary?.let { Estimate(estimatedArrival = it.lastUnloadTime) }) estimate = null
        val unhandled = unhandled(cargo, specification, itinerary, start, event.aggregateVersion).orElse { return it }
        return Cargo.reconstitute(
            cargo.trackingId, customer, cargo.origin, specification, itinerary, start,
            unhandled.delivery.stored(), estimate, cancellation, references, promise, holds, pickUpBy,
            event.aggregateVersion,
        )
            .then { it.derivingDeliveryProgress(history) }
            .then { it.storedAs(event.aggregateVersion) }
            .map { State(it, history) }
    }

    /** A cargo that wasn't handled since its route was assigned. */
    private fun unhandled(
        cargo: Cargo,
        specification: RouteSpecification,
        itinerary: Itinerary?,
        start: CompletedActivity?,
        version: Long,
    ): Result<Cargo> = Cargo.reconstituteProgress(
        cargo.trackingId, cargo.customerId, cargo.origin, specification, itinerary, start, isMisdirected = false,
        lastHandled = null, lastMove = null, planPosition = itinerary?.let { 0 }, version,
    )
}
