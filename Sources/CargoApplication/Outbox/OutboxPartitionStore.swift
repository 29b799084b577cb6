public import CargoDomain

/// Stores the progress of each consumer, partition by partition, beside the outbox.
public protocol OutboxPartitionStore: Sendable {
    /// Returns the saved partitions of a consumer.
    @concurrent
    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError>

    /// Durably stores a partition as the next version if the store holds the version that the partition names.
    /// - Returns: whether it was stored; false if another relay was faster.
    @concurrent
    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError>
}
