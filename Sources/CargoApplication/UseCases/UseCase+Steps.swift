import CargoDomain

extension UseCase {
    /// Takes steps that throw, and gives their outcome as a value.
    func outcome<Value>(_ steps: () async throws(DomainError) -> Value) async -> Result<Value, DomainError> {
        do throws(DomainError) {
            return .success(try await steps())
        } catch {
            return .failure(error)
        }
    }
}

/// How often a step is taken again that lost a race, before the conflict is shown to the caller.
enum Retry {
    /// Far more than real contention needs: each loss means that somebody else's save went through.
    static let limit = 1_000

    /// Takes a step until it does not end in `concurrency_conflict`.
    static func onConflict<Value>(_ step: () async throws(DomainError) -> Value) async throws(DomainError) -> Value {
        try await onConflict { (_) async throws(DomainError) in try await step() }
    }

    /// Takes a step until it does not end in `concurrency_conflict`, and tells it whether it is taken for the last time.
    static func onConflict<Value>(_ step: (_ isLast: Bool) async throws(DomainError) -> Value) async throws(DomainError) -> Value {
        for _ in 1..<limit {
            do throws(DomainError) {
                return try await step(false)
            } catch {
                guard error.code == .concurrencyConflict else { throw error }
            }
        }
        return try await step(true)
    }
}
