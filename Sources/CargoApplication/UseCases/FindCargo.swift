public import CargoDomain

/// Returns a cargo as it is stored, for code that keeps a copy of it.
///
/// For the view that a customer sees, use `TrackCargo`.
public struct FindCargo: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Finds the cargo.
    /// - Returns: the cargo, or one of the errors `cargo_not_found` and `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<StoredCargo, DomainError> {
        await kit.store.cargos.findByTrackingId(request.trackingId).map(StoredCargo.init)
    }
}
