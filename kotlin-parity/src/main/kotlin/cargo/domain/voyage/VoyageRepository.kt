package cargo.domain.voyage

import cargo.domain.shared.Result

/** Where voyages are kept. */
interface VoyageRepository {
    /** The voyage with this number, or `voyage_not_found`. */
    suspend fun findByNumber(number: VoyageNumber): Result<Voyage>

    /** Stores a voyage as its version + 1, with the events it raised, iff the stored version is still the voyage's (REP-2, REP-3). */
    suspend fun save(voyage: Voyage): Result<Unit>

    /** The voyages saved since a position, 0 being the start, each once and as it is now: what keeps an index up to date. */
    suspend fun findChanges(after: Long): Result<VoyageChanges>
}

/** The voyages saved since some position of a store, and the position to ask from next time. */
class VoyageChanges(val voyages: List<Voyage>, val position: Long)
