import CargoApplication
import CargoDomain
import CargoInfrastructure

/// An outbox, one event of which can't be read.
struct DamagedFeed: DomainEventFeed {
    let wrapped: any DomainEventFeed
    let damaged: Int64

    /// What use cases work with, on a store whose event at a place can't be read.
    static func damaging(_ place: Int64, in store: InMemoryStore) -> CargoKit {
        store.kit(over: DamagedFeed(wrapped: store.events, damaged: place))
    }

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await entries(after: sequence, limit: limit).flatMap { entries in
            Result { () throws(DomainError) in try entries.readableEvents() }
        }
    }

    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await wrapped.entries(after: sequence, limit: limit).map { entries in
            entries.map { entry in
                guard case .event(let event) = entry, entry.sequence == damaged else { return entry }
                let error = DomainError.corruptRecord(rule: "REP-5", id: event.aggregateId)
                return .unreadable(UnreadableEvent(sequence: damaged, aggregate: "Cargo:\(event.aggregateId)", error: error))
            }
        }
    }
}
