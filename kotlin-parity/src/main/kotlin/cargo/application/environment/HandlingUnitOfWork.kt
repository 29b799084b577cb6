package cargo.application.environment

import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.shared.Result

/**
 * Stores a handling event and the cargo that it changes in one atomic step.
 *
 * A backend may not support this. Without it, the event is stored first and the cargo second; if the process crashes in between, the next
 * inspection of the cargo repairs it.
 */
interface HandlingUnitOfWork {
    /**
     * Stores an event as `HandlingEventRepository` does, and the cargo with its raised events as `CargoRepository` does.
     *
     * Returns whether the event is new. If it is already stored, or if either one conflicts, nothing is stored.
     */
    suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Boolean>
}
