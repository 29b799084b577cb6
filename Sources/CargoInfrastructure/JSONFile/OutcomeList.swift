import Synchronization

/// Gathers the outcomes of several commits until the last one is there.
final class OutcomeList: Sendable {
    private struct State {
        var outcomes: [CommitOutcome?]
        var missing: Int
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(outcomes: Array(repeating: nil, count: count), missing: count)) }

    /// Keeps an outcome; returns all of them once none is missing.
    func set(_ outcome: CommitOutcome, at place: Int) -> [CommitOutcome]? {
        state.withLock { state in
            state.outcomes[place] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.outcomes.compactMap(\.self) : nil
        }
    }
}
