import CargoDomain

/// The outbox of a record store.
struct RecordDomainEventFeed<Store: RecordStore>: DomainEventFeed {
    let store: Store

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await .awaiting { () throws(DomainError) in
            try PageLimit.check(limit)
            var events: [DomainEvent] = []
            for stored in try await store.events(after: max(sequence, 0), limit: limit) {
                let bytes = Array(stored.bytes)
                let event = try bytes.withRawBytes { (bytes) throws(DomainError) in try DomainEventRecord.decode(bytes) }
                events.append(event.stored(as: stored.sequence))
            }
            return events
        }
    }
}
