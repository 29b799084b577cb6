package cargo.infrastructure.inmemory

import cargo.application.input.Input
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.shared.DomainFact

/** Looks at all that an in-memory store holds, broken records included: for tests and the parity runner. */
internal object StoreContents {
    /** The facts of the events stored after a position, in order. */
    fun factsAfter(store: InMemoryStore, position: Int): List<DomainFact> =
        store.atomically { events.subList(position, events.size).map { it.fact } }

    /** All cargos: broken ones without a readable id in the order given, then the others by id. */
    fun forEachCargo(store: InMemoryStore, sound: (Cargo) -> Unit, broken: (Input) -> Unit) {
        for (stored in store.atomically { namelessCargos + cargos.values }) when (stored) {
            is InMemoryStore.StoredCargo.Sound -> sound(stored.cargo)
            is InMemoryStore.StoredCargo.Broken -> broken(stored.record)
        }
    }

    /** All handling events, by tracking id, then as HND-4 says. */
    fun handlingEvents(store: InMemoryStore): List<HandlingEvent> = store.atomically { histories.values.flatMap { it.events } }
}
