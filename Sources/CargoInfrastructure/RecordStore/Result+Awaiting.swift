import CargoDomain

extension Result where Failure == DomainError, Success: Sendable {
    /// Joins typed throws, as inside the store, with results, as at its seams.
    static func awaiting(_ body: () async throws(DomainError) -> Success) async -> Result {
        do throws(DomainError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
