public import CargoDomain

/// Lists a cargo's handling events.
public struct ListHandlingEvents: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Lists the events in order of completion (HND-4).
    /// - Returns: the events, or one of the errors `cargo_not_found` and `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<[HandlingEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            _ = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
            return try await kit.store.handlingEvents.findHistory(of: request.trackingId).get().events
        }
    }
}
