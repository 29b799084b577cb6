package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result

/** Stores voyages. */
public interface VoyageRepository {
    /** Finds the voyage with a number. Fails with `voyage_not_found`. */
    public suspend fun findByNumber(number: VoyageNumber): Result<Voyage>

    /**
     * Finds the voyages with these numbers, each once and in any order. Numbers that aren't registered are left out.
     */
    public suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>>

    /**
     * Stores a voyage as its version + 1, together with the events it raised, if the stored version still equals the
     * voyage's version (REP-2, REP-3).
     */
    public suspend fun save(voyage: Voyage): Result<Unit>

    /** Reads a page of at most `limit` (1 to 1000) voyages, ordered by number. Broken records are left out. */
    public suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>>

    /**
     * Reads the current state of each voyage saved after a position; 0 is the start of the store.
     *
     * An index over the voyages uses this to read only what changed.
     */
    public suspend fun findChanges(after: Long): Result<VoyageChanges>
}

/** The voyages saved after some position of a store, and the position to pass to the next call. */
public data class VoyageChanges(public val voyages: List<Voyage>, public val position: Long)
