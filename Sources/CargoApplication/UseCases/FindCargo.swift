public import CargoDomain

/// Returns a cargo as it is stored, for code that keeps a copy of it.
///
/// For the view that a customer sees, use `TrackCargo`.
public struct FindCargo: UseCase {
    private let environment: Environment

    /// Creates the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Finds the cargo.
    /// - Returns: `cargo_not_found`, `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<StoredCargo, DomainError> {
        await environment.cargos.findByTrackingId(request.trackingId).map(StoredCargo.init)
    }
}
