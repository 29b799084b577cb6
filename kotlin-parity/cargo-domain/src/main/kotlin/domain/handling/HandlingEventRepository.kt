package io.github.cargokit.domain.handling

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result

/** Reads handling events. They are stored together with their cargo, by the handling unit of work (REP-4). */
public interface HandlingEventRepository {
    /**
     * Reads the handling history of a cargo, without the retracted events (HND-7).
     *
     * The history is empty if the cargo has no events or doesn't exist.
     */
    public suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory>

    /** Reads the retracted events of a cargo that don't stand again, in the order of a history (HND-4, HND-7). */
    public suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>>
}
