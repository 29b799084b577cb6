public import CargoDomain

/// Releases a hold on a cargo, whatever the cargo's state (UC-15, CRG-16).
public struct ReleaseHold: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and the type of the hold to release.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId
        /// The type of the hold.
        public let type: HoldType

        /// Creates a request.
        public init(_ type: HoldType, on trackingId: TrackingId, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
            self.type = type
        }
    }

    /// Releases the hold.
    ///
    /// A cargo without such a hold stays as it is.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `concurrency_conflict` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in cargo.released(request.type) }
        }
    }
}
