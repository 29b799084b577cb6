/// The result of a commit.
package enum JournalOutcome: Sendable, Equatable {
    /// All writes are stored, with the durability that the journal was opened with.
    case committed
    /// The write at this index expected a different version than the stored one (`actual`); nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// The commit failed; nothing is stored.
    case failed(JournalError)
}
