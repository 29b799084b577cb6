package cargo.domain.voyage

import cargo.domain.shared.Result

/** Stores voyages. */
interface VoyageRepository {
    /** Finds the voyage with a number. Fails with `voyage_not_found`. */
    suspend fun findByNumber(number: VoyageNumber): Result<Voyage>

    /** Finds the voyages with these numbers, each once and in any order. Numbers that aren't registered are left out. */
    suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>>

    /**
     * Stores a voyage as its version + 1, together with the events it raised, if the stored version still equals the voyage's version
     * (REP-2, REP-3).
     */
    suspend fun save(voyage: Voyage): Result<Unit>

    /**
     * Reads the current state of each voyage saved after a position; 0 is the start of the store.
     *
     * An index over the voyages uses this to read only what changed.
     */
    suspend fun findChanges(after: Long): Result<VoyageChanges>
}

/** The voyages saved after some position of a store, and the position to pass to the next call. */
class VoyageChanges(val voyages: List<Voyage>, val position: Long)
