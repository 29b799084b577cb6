import Synchronization

/// The result of a commit.
package enum JournalOutcome: Sendable, Equatable {
    /// All writes are stored, with the durability that the journal was opened with.
    case committed
    /// The write at this index expected a different version than the stored one (`actual`); nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// The commit failed; nothing is stored.
    case failed(JournalError)
}

/// Collects the outcomes of several commits.
final class OutcomeList: Sendable {
    private struct State {
        var outcomes: [JournalOutcome?]
        var missing: Int
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(outcomes: Array(repeating: nil, count: count), missing: count)) }

    /// Sets an outcome.
    ///
    /// Returns all outcomes when the last one is set, otherwise nil.
    func set(_ outcome: JournalOutcome, at place: Int) -> [JournalOutcome]? {
        state.withLock { state in
            state.outcomes[place] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.outcomes.compactMap(\.self) : nil
        }
    }
}
