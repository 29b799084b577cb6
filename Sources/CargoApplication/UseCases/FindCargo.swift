public import CargoDomain

/// Shows a cargo as it is stored: what a copy of it elsewhere needs.
///
/// What a customer sees is `TrackCargo`'s.
public struct FindCargo: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Finds it.
    /// - Returns: `cargo_not_found`, `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<StoredCargo, DomainError> {
        await environment.cargos.findByTrackingId(request.trackingId).map(StoredCargo.init)
    }
}
