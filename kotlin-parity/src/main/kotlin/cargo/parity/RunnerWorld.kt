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

/** The fresh in-memory world of one run: a store, and a clock that steps may move. */
internal class RunnerWorld(clock: Instant, ids: List<TrackingId>) {
    /** The injected now. */
    var now: Instant = clock

    val store = InMemoryStore(DomainClock { now }, TrackingIdSequence(ids))
    val environment: Environment = store.environment(VoyageRoutingService(store.voyages))
    private var reported = 0

    /** The facts stored since the last call. */
    fun newFacts(): List<DomainFact> = StoreContents.factsAfter(store, reported).also { reported += it.size }
}
