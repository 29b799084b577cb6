package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoTrackingView
import cargo.application.readmodels.TrackingTexts
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingHistory
import cargo.domain.location.Location
import cargo.domain.location.LocationName
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Reads the tracking view of a cargo. It is derived from the handling history, so it is correct even before the cargo is inspected. */
class TrackCargo(private val environment: Environment) : UseCase<TrackCargo.Request, CargoTrackingView> {
    /** The cargo to track. */
    class Request(val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId) }
    }

    override suspend fun execute(request: Request): Result<CargoTrackingView> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val places = places(cargo, history).orElse { return it }
        return view(cargo, history) { code -> places[code] ?: Location(code, LocationName.of(code)) }
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

    private inline fun view(cargo: Cargo, history: HandlingHistory, place: (UnLocode) -> Location): Result<CargoTrackingView> {
        val review = cargo.review(history).orElse { return it }
        val delivery = review.delivery
        val deadline = cargo.routeSpecification.arrivalDeadline
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
                isExpected = review.isExpected[index],
                description = TrackingTexts.done(activity.type, where, activity.voyageNumber),
            )
        }
        return Result.Success(
            CargoTrackingView(
                trackingId = cargo.trackingId,
                customerId = cargo.customerId,
                origin = place(cargo.origin),
                destination = place(cargo.routeSpecification.destination),
                arrivalDeadline = deadline,
                transportStatus = delivery.transportStatus,
                routingStatus = delivery.routingStatus,
                isMisdirected = delivery.isMisdirected,
                isUnloadedAtDestination = delivery.isUnloadedAtDestination,
                lastKnownLocation = lastKnown,
                currentVoyage = delivery.currentVoyage,
                estimatedArrival = delivery.estimatedArrival,
                isLate = delivery.estimatedArrival?.let { it >= deadline } ?: false,
                nextExpectedActivity = delivery.nextExpectedActivity,
                statusText = TrackingTexts.status(delivery.transportStatus, lastKnown, delivery.currentVoyage),
                nextExpectedText = delivery.nextExpectedActivity?.let {
                    TrackingTexts.expected(it.type, place(it.location), it.voyageNumber)
                },
                misdirection = review.misdirection,
                legs = cargo.itinerary?.legs.orEmpty(),
                events = events,
            ),
        )
    }
}
