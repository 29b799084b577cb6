package io.github.cargokit.parity

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TrackingIdGenerator
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.inmemory.StoreContents
import io.github.cargokit.infrastructure.routing.VoyageRoutingService

/** The in-memory world of a single run: a new store, and a clock that steps can set. */
internal class RunnerWorld(clock: Instant, ids: List<TrackingId>) {
    /** The current time. */
    var now: Instant = clock

    private val rest = ArrayDeque(ids)

    val store = InMemoryStore(DomainClock { now }, TrackingIdGenerator { rest.removeFirstOrNull() })
    val environment: Environment = store.environment(VoyageRoutingService(store.voyages))
    private var reported = 0

    /** Returns the facts stored since the last call. */
    fun newFacts(): List<DomainFact> = StoreContents.factsAfter(store, reported).also { reported += it.size }
}
