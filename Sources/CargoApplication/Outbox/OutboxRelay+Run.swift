public import CargoDomain

extension OutboxRelay {
    /// Takes turn after turn: the next one at once after work, 250 ms later when nothing is due, and a second later when the store cannot
    /// be used.
    ///
    /// Returns when `isOver` answers true, when the task is cancelled, or after a failure that does not pass by itself, such as
    /// `corrupt_record`. What was delivered is stored by then.
    /// - Parameter isOver: told what each turn came to, before the pause.
    /// - Returns: what the last turn came to.
    @discardableResult
    public mutating func run(
        until isOver: (Result<RelayTurn, DomainError>) async -> Bool = { _ in false }
    ) async -> Result<RelayTurn, DomainError> {
        while true {
            let result = await turn()
            if await isOver(result) { return result }
            switch result {
            case .success(.worked): break
            case .success(.idle): await parts.sleep(250)
            case .failure(let error):
                guard [.storeLocked, .storeUnavailable, .storeOutcomeUnknown].contains(error.code) else { return result }
                await parts.sleep(1000)
            }
            if Task.isCancelled { return result }
        }
    }
}
