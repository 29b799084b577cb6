package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TransportStatus
import cargo.domain.shared.Result
import cargo.domain.shared.orElse
import cargo.domain.voyage.Schedule
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageNumber

/** Replaces a voyage's schedule, and lists the unclaimed cargos with a leg that the new schedule no longer matches (VOY-4). */
class RescheduleVoyage(private val environment: Environment) : UseCase<RescheduleVoyage.Request, RescheduleVoyage.Response> {
    /** The voyage's number and its new schedule. */
    class Request(val voyageNumber: VoyageNumber, val schedule: Schedule)

    /** The stored voyage, and the unclaimed cargos with a leg that the new schedule no longer matches. */
    class Response(val voyageNumber: VoyageNumber, val version: Long, val affectedCargos: List<TrackingId>)

    override fun read(input: Input): Result<Request> = readVoyageRequest(input, ::Request)

    override suspend fun execute(request: Request): Result<Response> {
        val voyage = environment.voyages.findByNumber(request.voyageNumber).orElse { return it }
        environment.locations.requireAll(request.schedule.ports).orElse { return it }
        val rescheduled = voyage.rescheduledTo(request.schedule)
        var version = voyage.version
        if (rescheduled != voyage) {
            environment.voyages.save(rescheduled).orElse { return it }
            version++
        }
        val affected = affectedCargos(rescheduled).orElse { return it }
        return Result.Success(Response(voyage.number, version, affected))
    }

    private suspend fun affectedCargos(voyage: Voyage): Result<List<TrackingId>> {
        val affected = ArrayList<TrackingId>()
        var after: TrackingId? = null
        do {
            val page = environment.cargos.findPage(after, ListCargos.LIMIT.last.toInt()).orElse { return it }
            page.items.filter { it.isAffectedBy(voyage) }.mapTo(affected) { it.trackingId }
            after = page.next
        } while (after != null)
        return Result.Success(affected)
    }

    private fun Cargo.isAffectedBy(voyage: Voyage): Boolean =
        delivery.transportStatus != TransportStatus.CLAIMED &&
            itinerary?.legs.orEmpty().any { it.voyageNumber == voyage.number && !voyage.schedule.carries(it) }
}
