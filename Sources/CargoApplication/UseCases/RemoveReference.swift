public import CargoDomain

/// Removes a reference of a cargo, whatever the cargo's state (REF-4).
public struct RemoveReference: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and the reference to remove.
    public struct Request: Sendable {
        /// The reference.
        public let reference: CargoReference
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(_ reference: CargoReference, from trackingId: TrackingId) {
            self.reference = reference
            self.trackingId = trackingId
        }
    }

    /// Removes the reference.
    ///
    /// A cargo that doesn't have it stays as it is.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `concurrency_conflict` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: nil)
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in cargo.removing(request.reference) }
        }
    }
}
