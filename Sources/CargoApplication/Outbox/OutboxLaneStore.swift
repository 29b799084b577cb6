public import CargoDomain

/// Stores the progress of each consumer, lane by lane, beside the outbox.
public protocol OutboxLaneStore: Sendable {
    /// Returns the saved lanes of a consumer.
    func lanes(of consumer: ConsumerName) async -> Result<[OutboxLane], DomainError>

    /// Durably stores a lane as the next version if the store holds the version that the lane names.
    /// - Returns: whether it was stored; false if another relay was faster.
    func save(_ lane: OutboxLane, of consumer: ConsumerName) async -> Result<Bool, DomainError>
}
