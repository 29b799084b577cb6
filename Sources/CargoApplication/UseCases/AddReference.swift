public import CargoDomain

/// Adds a reference of a cargo, whatever the cargo's state (REF-3).
public struct AddReference: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and the reference to add.
    public struct Request: Sendable {
        /// The reference.
        public let reference: CargoReference
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(_ reference: CargoReference, to trackingId: TrackingId) {
            self.reference = reference
            self.trackingId = trackingId
        }
    }

    /// Adds the reference.
    ///
    /// A cargo that has it already stays as it is.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `concurrency_conflict`, `references_too_many`, `container_already_assigned` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: nil)
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in try cargo.adding(request.reference) }
        }
    }
}
