package import CargoApplication
package import CargoDomain
import CargoWire

/// Stores how far each consumer has read the outbox of a record store.
///
/// Each lane has a record with the id `consumer:number`.
package struct RecordOutboxLaneStore<Store: RecordStore>: OutboxLaneStore {
    private let store: Store

    /// Creates a lane store over a record store.
    package init(_ store: Store) { self.store = store }

    /// Returns the lanes that have a record.
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

    /// Stores the record of a lane, and returns whether its version was the stored one.
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
