import CargoDomain

extension Result where Failure == DomainError, Success: Sendable {
    /// Converts typed throws, used inside the store, into a `Result`, used at the repository seam, and runs the body off the caller's actor.
    ///
    /// The closure's type is `@concurrent`, so the closure itself leaves the actor. Marking this function instead isn't enough: a closure that
    /// inherits its isolation still runs on the actor where it was formed (Swift 6.3).
    static func awaiting(_ body: @concurrent @Sendable () async throws(DomainError) -> Success) async -> Result {
        do throws(DomainError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
