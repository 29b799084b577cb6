public import CargoDomain

/// Keeps how far each consumer is, lane by lane, beside the outbox.
public protocol OutboxLaneStore: Sendable {
    /// The lanes of a consumer that have ever been saved.
    func lanes(of consumer: ConsumerName) async -> Result<[OutboxLane], DomainError>

    /// Stores a lane as the next version, durably, where the store holds the version that the lane names.
    /// - Returns: whether it was stored; false where somebody else was faster.
    func save(_ lane: OutboxLane, of consumer: ConsumerName) async -> Result<Bool, DomainError>
}
