public import CargoDomain

extension OutboxRelay {
    /// Polls in a loop: again immediately after work, 250 ms later if nothing is due, and a second later if the store is unavailable.
    ///
    /// Returns when `isOver` returns true, when the task is cancelled, or after a permanent failure such as `corrupt_record`. The progress is
    /// stored by then.
    /// - Parameter isOver: receives the outcome of each poll, before the pause.
    /// - Returns: the outcome of the last poll.
    @discardableResult
    public func run(
        until isOver: (Result<PollOutcome, DomainError>) async -> Bool = { _ in false }
    ) async -> Result<PollOutcome, DomainError> {
        var relay = self
        while true {
            let result = await relay.poll()
            if await isOver(result) { return result }
            switch result {
            case .success(.worked): break
            case .success(.idle): await parts.sleep(.milliseconds(250))
            case .failure(let error):
                guard [.storeLocked, .storeUnavailable, .storeOutcomeUnknown].contains(error.code) else { return result }
                await parts.sleep(.seconds(1))
            }
            if Task.isCancelled { return result }
        }
    }
}
