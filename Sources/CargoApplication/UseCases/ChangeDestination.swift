public import CargoDomain

/// Changes a cargo's destination (CRG-4).
public struct ChangeDestination: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo and its new destination.
    public struct Request: Sendable {
        /// The new destination.
        public let destination: UnLocode
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(of trackingId: TrackingId, to destination: UnLocode, expectedVersion: Int64? = nil) {
            self.destination = destination
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Changes the destination.
    /// - Returns: the cargo's id and new version, or one of the errors `cargo_not_found`, `location_not_found`, `concurrency_conflict`, those of
    ///   `Cargo.changingDestination` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            try await kit.checkKnown([request.destination])
            return try await kit.change(cargo) { (cargo) throws(DomainError) in try cargo.changingDestination(to: request.destination) }
        }
    }
}
