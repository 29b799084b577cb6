package import CargoDomain

/// The result of a commit.
package enum CommitOutcome: Sendable, Equatable {
    /// All writes are stored, with the durability that the store was opened with.
    case committed
    /// The write at this index expected a different version than the stored one (`actual`); nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// The commit failed; nothing is stored.
    case failed(DomainError)
}
