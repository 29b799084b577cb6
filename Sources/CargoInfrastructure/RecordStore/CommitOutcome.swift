package import CargoDomain

/// What became of a commit.
package enum CommitOutcome: Sendable, Equatable {
    /// All its writes are stored, as durable as the store was opened for.
    case committed
    /// The write at an index found another version than it expected; nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// Nothing is stored.
    case failed(DomainError)
}
