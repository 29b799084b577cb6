package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.map
import cargo.domain.shared.orElse
import cargo.domain.voyage.VoyageNumber

/**
 * Registers a handling event and updates its cargo (HND-1 to HND-6, CRG-6).
 *
 * If the backend supports it, both are stored in one step. Otherwise the event is stored first. Registering an event that is already stored
 * succeeds without storing it again, but still inspects the cargo, which repairs it after a crash between the two saves.
 */
class RegisterHandlingEvent(private val environment: Environment) : UseCase<RegisterHandlingEvent.Request, RegisterHandlingEvent.Response> {
    /** What was done, to which cargo, where and when. The registration time is the current time. */
    class Request(
        val trackingId: TrackingId,
        val type: HandlingType,
        val location: UnLocode,
        val completionTime: Instant,
        val voyageNumber: VoyageNumber? = null,
    )

    private val inspectCargo = InspectCargo(environment)

    /** The stored event, and whether it is new. */
    class Response(val event: HandlingEvent, val isNew: Boolean)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val completionTime by required("completionTime", Readings.instant)
        val location by required("location", Readings.unLocode)
        val trackingId by required("trackingId", Readings.trackingId)
        val type by required("type", Readings.handlingType)
        val voyageNumber by optional("voyageNumber", Readings.voyageNumber)
        build { Request(trackingId, type, location, completionTime, voyageNumber) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        request.voyageNumber?.let { number -> environment.voyages.findByNumber(number).orElse { return it } }
        environment.locations.findByUnLocode(request.location).orElse { return it }
        val activity = HandlingActivity.create(request.type, request.location, request.voyageNumber).orElse { return it }
        val event =
            HandlingEvent.create(request.trackingId, activity, request.completionTime, environment.clock.now()).orElse { return it }
        val stored = store(event).orElse { return it }
        if (stored.isInspected) return Result.Success(stored.response)
        return inspectCargo.execute(request.trackingId).map { stored.response }
    }

    /** A stored event, and whether its cargo is up to date. */
    private class Stored(val response: Response, val isInspected: Boolean)

    /**
     * Stores the event if it is new and can follow the known ones, together with its cargo if the event changes it.
     *
     * Validates and tries again whenever another writer saved in the meantime.
     */
    private suspend fun store(event: HandlingEvent): Result<Stored> {
        while (true) {
            val history = environment.handlingEvents.findHistory(event.trackingId).orElse { return it }
            history.find(event)?.let { return Result.Success(Stored(Response(it, isNew = false), isInspected = false)) }
            history.checkAccepts(event).orElse { return it }
            val changed = changedCargo(event, history).orElse { return it }
            val together = if (changed == null) null else environment.handlingUnitOfWork?.save(event, after = history, changed)
            when (val saved = together ?: environment.handlingEvents.save(event, after = history)) {
                is Result.Success -> if (saved.value) return Result.Success(Stored(Response(event, isNew = true), together != null))
                is Result.Failure -> if (saved.error.code != Code.CONCURRENCY_CONFLICT) return saved
            }
        }
    }

    /** Returns the cargo as changed by the event; null if it doesn't change, or can't be stored together with the event. */
    private suspend fun changedCargo(event: HandlingEvent, history: HandlingHistory): Result<Cargo?> {
        if (environment.handlingUnitOfWork == null) return Result.Success(null)
        val cargo = environment.cargos.findByTrackingId(event.trackingId).orElse { return it }
        val derived = cargo.derivingDeliveryProgress(history.adding(event).orElse { return it }).orElse { return it }
        return Result.Success(derived.takeIf { it != cargo })
    }
}
