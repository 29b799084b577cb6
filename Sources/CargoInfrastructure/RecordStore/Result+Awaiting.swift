import CargoDomain

extension Result where Failure == DomainError, Success: Sendable {
    /// Converts typed throws, used inside the store, into a `Result`, used at the repository seam.
    static func awaiting(_ body: () async throws(DomainError) -> Success) async -> Result {
        do throws(DomainError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
