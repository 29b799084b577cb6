import Synchronization

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
