package cargo.parity

import cargo.application.environment.Environment
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainFact
import cargo.domain.shared.Instant
import cargo.infrastructure.inmemory.InMemoryStore
import cargo.infrastructure.inmemory.StoreContents
import cargo.infrastructure.inmemory.TrackingIdSequence
import cargo.infrastructure.routing.VoyageRoutingService

/** The in-memory world of a single run: a new store, and a clock that steps can set. */
internal class RunnerWorld(clock: Instant, ids: List<TrackingId>) {
    /** The current time. */
    var now: Instant = clock

    val store = InMemoryStore(DomainClock { now }, TrackingIdSequence(ids))
    val environment: Environment = store.environment(VoyageRoutingService(store.voyages))
    private var reported = 0

    /** Returns the facts stored since the last call. */
    fun newFacts(): List<DomainFact> = StoreContents.factsAfter(store, reported).also { reported += it.size }
}
