package import CargoDomain

/// Runs steps that throw off the caller's actor, and returns the outcome as a `Result`.
func outcome<Value: Sendable>(
    _ steps: @concurrent @Sendable () async throws(DomainError) -> Value
) async -> Result<Value, DomainError> {
    do throws(DomainError) {
        return .success(try await steps())
    } catch {
        return .failure(error)
    }
}

/// Retries for steps that lose a race to a concurrent save.
enum Retry {
    /// The maximum number of attempts.
    ///
    /// Each lost race means that another save succeeded, so real contention needs far fewer.
    static let limit = 1_000

    /// Repeats a step while it throws `concurrency_conflict`.
    /// - Parameter isFinal: whether the caller wants to know of the first conflict.
    static func onConflict<Value>(
        unless isFinal: Bool = false,
        _ step: () async throws(DomainError) -> Value
    ) async throws(DomainError) -> Value {
        for _ in 1..<(isFinal ? 1 : limit) {
            do throws(DomainError) {
                return try await step()
            } catch {
                guard error.code == .concurrencyConflict else { throw error }
            }
        }
        return try await step()
    }
}

extension DomainError {
    /// Whether the error concerns one of several rows or events alone, so that the others can go on.
    package var concernsOneItem: Bool {
        switch tier {
        case .validation, .domain: code != .concurrencyConflict
        case .technical: code == .corruptRecord
        }
    }
}
