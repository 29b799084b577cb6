package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.orElse

/** Reads all contents of an in-memory store, including broken records: for tests and the parity runner. */
@InternalCargoKitApi
public object StoreContents {
    /** Returns the facts of the domain events after a position, in order. */
    public fun factsAfter(store: InMemoryStore, position: Int): List<DomainFact> =
        store.atomically { events.drop(position).map { it.fact } }

    /** Visits all cargos: broken ones without a readable id in the order they were added, then the others by id. */
    public fun forEachCargo(store: InMemoryStore, sound: (Cargo) -> Unit, broken: (Input) -> Unit) {
        for (stored in store.atomically { namelessCargos + cargos.values }) when (stored) {
            is InMemoryStore.StoredCargo.Sound -> sound(stored.cargo)
            is InMemoryStore.StoredCargo.Broken -> broken(stored.record)
            is InMemoryStore.StoredCargo.Removed -> Unit
        }
    }

    /** Returns all handling events that stand, ordered by tracking id, then as in their history (HND-4). */
    public fun handlingEvents(store: InMemoryStore): List<HandlingEvent> =
        store.atomically {
            handling.values.flatMap { log ->
                log.history().orElse { error("A log holds the events of one cargo") }.events
            }
        }

    /** Returns all retracted events that don't stand again, in the same order (HND-7). */
    public fun retractions(store: InMemoryStore): List<RetractedEvent> =
        store.atomically { handling.values.flatMap { it.retracted } }
}
