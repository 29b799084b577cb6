import CargoApplication
import CargoDomain

/// How far each consumer has read an in-memory store's outbox.
struct InMemoryOutboxPartitionStore: OutboxPartitionStore {
    let store: InMemoryStore

    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> {
        store.atomically { world in world.outboxPartitions[consumer, default: [:]].values.sorted { $0.number < $1.number } }
    }

    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.outboxPartitions[consumer]?[partition.number]?.version ?? 0) == partition.version else { return false }
            world.outboxPartitions[consumer, default: [:]][partition.number] = try OutboxPartition(
                number: partition.number,
                version: try Version.next(after: partition.version),
                position: partition.position,
                lease: partition.lease,
                held: partition.held
            )
            return true
        }
    }
}
