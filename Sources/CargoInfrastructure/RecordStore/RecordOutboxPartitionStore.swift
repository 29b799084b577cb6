package import CargoApplication
package import CargoDomain
import CargoWire

/// Stores how far each consumer has read the outbox of a record store.
///
/// Each partition has a record with the id `consumer:number`.
package struct RecordOutboxPartitionStore<Store: RecordStore>: OutboxPartitionStore {
    private let store: Store

    /// Creates a partition store over a record store.
    package init(_ store: Store) { self.store = store }

    /// Returns the partitions that have a record.
    package func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> {
        await .awaiting { () throws(DomainError) in
            let ids = (0..<OutboxPartition.count).map { "\(consumer):\($0)" }
            var partitions: [OutboxPartition] = []
            for result in try await store.read(.relay, ids) {
                if let record = try result.get() { partitions.append(try record.outboxPartition()) }
            }
            return partitions
        }
    }

    /// Stores the record of a partition, and returns whether its version was the stored one.
    package func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            let write = RecordWrite(
                kind: .relay,
                id: "\(consumer):\(partition.number)",
                expectedVersion: partition.version,
                document: OutboxPartitionRecord.encode(partition)
            )
            switch await store.commit([write]) {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}
