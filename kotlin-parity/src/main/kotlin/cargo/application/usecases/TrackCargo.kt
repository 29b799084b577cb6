package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.TrackingText
import cargo.application.readmodels.TrackingView
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingHistory
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Shows how a cargo's transport goes: always derived from the history, so right even before inspection. */
class TrackCargo(private val environment: Environment) : UseCase<TrackCargo.Request, TrackingView> {
    /** Which cargo. */
    class Request(val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId) }
    }

    override suspend fun execute(request: Request): Result<TrackingView> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val places = places(cargo, history).orElse { return it }
        return view(cargo, history) { code -> places[code] ?: TrackingView.Place(code, code.text) }
    }

    /** Every location that the view names, as it is shown. */
    private suspend fun places(cargo: Cargo, history: HandlingHistory): Result<Map<UnLocode, TrackingView.Place>> {
        val codes = LinkedHashSet<UnLocode>()
        codes += cargo.origin
        codes += cargo.routeSpecification.destination
        cargo.itinerary?.legs?.forEach { codes += listOf(it.loadLocation, it.unloadLocation) }
        history.events.forEach { codes += it.activity.location }

        val places = HashMap<UnLocode, TrackingView.Place>()
        for (code in codes) {
            when (val found = environment.locations.findByUnLocode(code)) {
                is Result.Success -> places[code] = TrackingView.Place(code, found.value.name.text)
                is Result.Failure -> if (found.error.code != Code.LOCATION_NOT_FOUND) return found
            }
        }
        return Result.Success(places)
    }

    private inline fun view(cargo: Cargo, history: HandlingHistory, place: (UnLocode) -> TrackingView.Place): Result<TrackingView> {
        val review = cargo.review(history).orElse { return it }
        val delivery = review.delivery
        val deadline = cargo.routeSpecification.arrivalDeadline
        val lastKnown = delivery.lastKnownLocation?.let(place)
        val events = history.events.mapIndexed { index, event ->
            val activity = event.activity
            val where = place(activity.location)
            TrackingView.Event(
                type = activity.type,
                location = where,
                voyageNumber = activity.voyageNumber,
                completionTime = event.completionTime,
                registrationTime = event.registrationTime,
                isExpected = review.isExpected[index],
                description = TrackingText.done(activity.type, where, activity.voyageNumber),
            )
        }
        return Result.Success(
            TrackingView(
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
                statusText = TrackingText.status(delivery.transportStatus, lastKnown, delivery.currentVoyage),
                nextExpectedText = delivery.nextExpectedActivity?.let {
                    TrackingText.expected(it.type, place(it.location), it.voyageNumber)
                },
                misdirection = review.misdirection,
                legs = cargo.itinerary?.legs.orEmpty(),
                events = events,
            ),
        )
    }
}
