import CargoApplication
import CargoDomain
import CargoInfrastructure
import Synchronization

/// Counts the events that a store's outbox returns, and can hold back reads.
final class CountingFeed: Sendable {
    private struct State {
        var reads = 0
        var given = 0
        var limit = Int.max
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of reads that began.
    var reads: Int { state.withLock { $0.reads } }

    /// The number of events returned.
    var given: Int { state.withLock { $0.given } }

    /// Blocks further reads once this many events were returned, until `release` is called.
    func holdAfter(_ count: Int) { state.withLock { $0.limit = count } }

    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.limit = .max
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// A kit on a store whose outbox is counted.
    func counting(_ store: InMemoryStore) -> CargoKit {
        store.kit(over: Feed(wrapped: store.events, counter: self))
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.given < state.limit { return true }
                state.held.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    private struct Feed: DomainEventFeed {
        let wrapped: any DomainEventFeed
        let counter: CountingFeed

        func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
            counter.state.withLock { $0.reads += 1 }
            await counter.pass()
            let result = await wrapped.events(after: sequence, limit: limit)
            if case .success(let events) = result { counter.state.withLock { $0.given += events.count } }
            return result
        }
    }
}

extension InMemoryStore {
    /// What use cases work with, on this store with another outbox.
    func kit(over events: any DomainEventFeed) -> CargoKit { CargoKit(store: replacing(events: events), clock: clock) }
}
