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
    private let continuation: CheckedContinuation<[JournalOutcome], Never>

    /// - Parameter continuation: gets all outcomes when the last one is set.
    init(count: Int, _ continuation: CheckedContinuation<[JournalOutcome], Never>) {
        state = Mutex(State(outcomes: Array(repeating: nil, count: count), missing: count))
        self.continuation = continuation
    }

    /// Sets an outcome.
    func set(_ outcome: JournalOutcome, at place: Int) {
        let all: [JournalOutcome]? = state.withLock { state in
            state.outcomes[place] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.outcomes.compactMap(\.self) : nil
        }
        if let all { continuation.resume(returning: all) }
    }
}
