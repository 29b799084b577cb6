package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.BookingStatus
import io.github.cargokit.application.readmodels.CargoTrackingView
import io.github.cargokit.application.readmodels.TrackingTexts
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.overdueSince
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/**
 * Reads the tracking view of a cargo (UC-6).
 *
 * It is derived from the handling history and the voyages as stored, so it is correct even before the cargo is
 * inspected.
 */
public class TrackCargo(private val environment: Environment) : UseCase<TrackCargo.Request, CargoTrackingView> {
    /** The cargo to track. */
    public data class Request(public val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId) }
    }

    override suspend fun execute(request: Request): Result<CargoTrackingView> {
        val stored = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val cargo = stored.derivingDeliveryProgress(history).orElse { return it }
        val outlook = environment.outlook(cargo, history).orElse { return it }
        val places = places(cargo, history).orElse { return it }
        return view(cargo, history, outlook) { code -> places[code] ?: Location(code, LocationName.of(code)) }
    }

    /** Returns the locations that the view mentions, for display. */
    private suspend fun places(cargo: Cargo, history: HandlingHistory): Result<Map<UnLocode, Location>> {
        val codes = LinkedHashSet<UnLocode>()
        codes += cargo.origin
        codes += cargo.routeSpecification.destination
        cargo.itinerary?.legs?.forEach { codes += listOf(it.loadLocation, it.unloadLocation) }
        history.events.forEach { codes += it.activity.location }

        val places = HashMap<UnLocode, Location>()
        for (code in codes) {
            when (val found = environment.locations.findByUnLocode(code)) {
                is Result.Success -> places[code] = found.value
                is Result.Failure -> if (found.error.code != Code.LOCATION_NOT_FOUND) return found
            }
        }
        return Result.Success(places)
    }

    private inline fun view(
        cargo: Cargo,
        history: HandlingHistory,
        outlook: Outlook?,
        place: (UnLocode) -> Location,
    ): Result<CargoTrackingView> {
        val isExpected = cargo.expectations(history).orElse { return it }
        val delivery = cargo.delivery
        val itinerary = cargo.itinerary
        // Nothing is expected of a cancelled cargo any more; its legs keep their times.
        val isStanding = !cargo.isCancelled
        val estimate = outlook?.estimate?.takeIf { isStanding } ?: Estimate()
        val nextExpected = delivery.nextExpectedActivity?.takeIf { isStanding }
        val portCall = delivery.lastMove?.takeIf { delivery.currentPort != null }
        val lastKnown = delivery.lastKnownLocation?.let(place)
        val events = history.events.mapIndexed { index, event ->
            val activity = event.activity
            val where = place(activity.location)
            CargoTrackingView.Event(
                type = activity.type,
                location = where,
                voyageNumber = activity.voyageNumber,
                completionTime = event.completionTime,
                registrationTime = event.registrationTime,
                isExpected = isExpected[index],
                description = TrackingTexts.done(activity.type, where, activity.voyageNumber),
            )
        }
        return Result.Success(
            CargoTrackingView(
                trackingId = cargo.trackingId,
                customerId = cargo.customerId,
                origin = place(cargo.origin),
                destination = place(cargo.routeSpecification.destination),
                arrivalDeadline = cargo.routeSpecification.arrivalDeadline,
                transportStatus = delivery.transportStatus,
                routingStatus = delivery.routingStatus,
                isMisdirected = delivery.isMisdirected,
                isUnloadedAtDestination = delivery.isUnloadedAtDestination,
                lastKnownLocation = lastKnown,
                currentVoyage = delivery.currentVoyage,
                bookingStatus = BookingStatus.of(cargo),
                cancellation = cargo.cancellation,
                references = cargo.references,
                holds = cargo.holds,
                plannedArrival = delivery.plannedArrival?.takeIf { isStanding },
                promisedArrival = cargo.promisedArrival?.takeIf { isStanding },
                estimatedArrival = estimate.estimatedArrival,
                arrivalDelay = cargo.arrivalDelay(estimate),
                isLate = estimate.isLate(cargo.routeSpecification),
                disruption = estimate.disruption,
                inPortSince = portCall?.completionTime,
                pickUpBy = cargo.pickUpBy,
                overdueSince = cargo.overdueSince(environment.clock.now(), outlook),
                nextExpectedActivity = nextExpected,
                statusText = TrackingTexts.status(
                    BookingStatus.of(cargo),
                    delivery.transportStatus,
                    lastKnown,
                    delivery.currentVoyage,
                ),
                nextExpectedText =
                    nextExpected?.let { TrackingTexts.expected(it.type, place(it.location), it.voyageNumber) },
                misdirection = cargo.misdirection,
                legs = itinerary?.legs.orEmpty().zip(outlook?.legs.orEmpty(), CargoTrackingView::Leg),
                events = events,
            ),
        )
    }

    public companion object : Operation<Request, CargoTrackingView>(::TrackCargo)
}
