package io.github.cargokit.testing

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TrackingIdGenerator

/** A generator that returns given ids in order, then null: for tests and reproducible runs. */
public class SequenceTrackingIdGenerator(ids: List<TrackingId>) : TrackingIdGenerator {
    private val rest = ArrayDeque(ids)

    /** Returns the next id of the list; null at the end. */
    override fun next(): TrackingId? = synchronized(rest) { rest.removeFirstOrNull() }
}
