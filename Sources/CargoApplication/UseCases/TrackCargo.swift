public import CargoDomain

/// Returns a cargo's tracking view.
///
/// Derives it from the handling history and the present schedules, so it is current even if the stored cargo isn't (UC-6).
public struct TrackCargo: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Derives the view.
    /// - Returns: the tracking view, or one of the errors `cargo_not_found` and `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<CargoTrackingView, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
            let history = try await kit.store.handlingEvents.findHistory(of: request.trackingId).get()
            let derived = try cargo.derivingDeliveryProgress(from: history)
            var places = Places(kit.store.locations)
            try await places.look(up: cargo, history)
            return CargoTrackingView(
                of: derived,
                history: history,
                isExpected: try cargo.review(of: history).isExpected,
                outlook: try await kit.outlook(of: derived, after: history),
                at: kit.clock.now(),
                places: places
            )
        }
    }
}
