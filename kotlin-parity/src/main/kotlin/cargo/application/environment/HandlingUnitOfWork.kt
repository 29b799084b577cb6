package cargo.application.environment

import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.shared.Result

/**
 * Stores a handling event and the cargo that it changes as one step: both, or neither.
 *
 * Not every backend can. Where there is none, the event is stored first and the cargo after it, and a crash in between is healed by the next
 * inspection of the cargo.
 */
interface HandlingUnitOfWork {
    /**
     * Stores an event as `HandlingEventRepository` does, and the cargo with what it raised as `CargoRepository` does; tells whether the event
     * is new. Of one that is known already nothing is stored; on a conflict, of either, neither is.
     */
    suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Boolean>
}
