package import CargoApplication
package import CargoDomain

/// How far the consumers of a record store's outbox are: one record a lane, `consumer:number`.
package struct RecordOutboxLaneStore<Store: RecordStore>: OutboxLaneStore {
    private let store: Store

    /// Keeps it in a store's records.
    package init(_ store: Store) { self.store = store }

    /// The lanes that have a record.
    package func lanes(of consumer: ConsumerName) async -> Result<[OutboxLane], DomainError> {
        await .awaiting { () throws(DomainError) in
            let ids = (0..<OutboxLane.count).map { "\(consumer):\($0)" }
            var lanes: [OutboxLane] = []
            for result in try await store.read(.relay, ids) {
                if let record = try result.get() { lanes.append(try record.outboxLane()) }
            }
            return lanes
        }
    }

    /// Stores one record.
    package func save(_ lane: OutboxLane, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            let write = RecordWrite(
                kind: .relay,
                id: "\(consumer):\(lane.number)",
                expectedVersion: lane.version,
                document: OutboxLaneRecord.encode(lane)
            )
            switch await store.commit([write]) {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}
