public import CargoDomain

/// Returns a cargo's tracking view.
///
/// Derives it from the handling history, so it is current even if the stored delivery isn't.
public struct TrackCargo: UseCase {
    private let environment: Environment

    /// Creates the use case.
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
