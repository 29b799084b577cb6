package cargo.infrastructure.inmemory

import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TrackingIdGenerator

/** Gives out a fixed list of tracking ids, each once: for tests and reproducible runs. */
class TrackingIdSequence(ids: List<TrackingId>) : TrackingIdGenerator {
    private val rest = ArrayDeque(ids)

    /** The next id of the list, null at its end. */
    override fun next(): TrackingId? = synchronized(rest) { rest.removeFirstOrNull() }
}
