import CargoDomain
import CargoLocalization

/// The failures in a row of a store that a relay works on.
struct StoreFailures {
    private var count = 0

    /// Counts a failure, and says whether the relay ends: with `--once`, or after a minute of failures.
    mutating func endWork(_ error: DomainError, isOnce: Bool, _ console: Console) -> Bool {
        count += 1
        if isOnce || count == 60 { return true }
        console.note(localized("The store cannot be used (\(error.code.rawValue)). Trying again."))
        return false
    }
}
