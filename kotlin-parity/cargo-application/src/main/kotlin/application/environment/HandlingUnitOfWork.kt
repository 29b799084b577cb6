package io.github.cargokit.application.environment

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.Result

/**
 * Stores a handling event, or its retraction, and the cargo in one atomic step (REP-4).
 *
 * Both are stored only if the cargo's history is still the one given, and its stored version still that of the cargo.
 * Otherwise nothing is stored, and the result is `concurrency_conflict`.
 */
public interface HandlingUnitOfWork {
    /** Stores a new event, and the cargo with its raised facts, even if its delivery is unchanged. */
    public suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit>

    /** Stores the retraction of an event of the history, and the cargo with its raised facts (HND-7). */
    public suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit>
}
