public import CargoDomain

/// Shows how a cargo's transport goes, always derived from the handling history, so that it is right even before an inspection.
public struct TrackCargo: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Derives the view.
    /// - Returns: `cargo_not_found`.
    public func execute(_ request: CargoRequest) async -> Result<CargoTrackingView, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(request.trackingId).get()
            let history = try await environment.handlingEvents.findHistory(of: request.trackingId).get()
            var places = Places(environment.locations)
            try await places.look(up: cargo, history)
            return CargoTrackingView(of: cargo, history: history, review: try cargo.review(history), places: places)
        }
    }
}
