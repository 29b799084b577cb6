package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Derives a cargo's delivery again from its history, and saves the cargo if the delivery changed (CRG-6). */
internal class InspectCargo(private val environment: Environment) {
    /** Inspects a cargo, and retries as long as another writer saves it in the meantime. */
    suspend fun execute(trackingId: TrackingId): Result<Unit> {
        while (true) {
            val cargo = environment.cargos.findByTrackingId(trackingId).orElse { return it }
            val history = environment.handlingEvents.findHistory(trackingId).orElse { return it }
            val derived = cargo.derivingDeliveryProgress(history).orElse { return it }
            if (derived == cargo) return Result.Success(Unit)
            when (val saved = environment.cargos.save(derived)) {
                is Result.Success -> return saved
                is Result.Failure -> if (saved.error.code != Code.CONCURRENCY_CONFLICT) return saved
            }
        }
    }
}
