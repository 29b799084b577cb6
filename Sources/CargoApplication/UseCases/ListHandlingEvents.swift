public import CargoDomain

/// Lists a cargo's handling events.
public struct ListHandlingEvents: UseCase {
    private let environment: Environment

    /// Creates the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Lists the events in order of completion (HND-4).
    /// - Returns: `cargo_not_found`, `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<[HandlingEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            _ = try await environment.cargos.findByTrackingId(request.trackingId).get()
            return try await environment.handlingEvents.findHistory(of: request.trackingId).get().events
        }
    }
}
