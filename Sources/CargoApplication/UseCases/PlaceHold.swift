public import CargoDomain

/// Places a hold on a cargo (UC-15, CRG-15).
public struct PlaceHold: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and why it is held.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// Why the cargo is held.
        public let reason: Reason
        /// The cargo.
        public let trackingId: TrackingId
        /// Who holds it, or for what.
        public let type: HoldType

        /// Creates a request.
        public init(_ type: HoldType, on trackingId: TrackingId, because reason: Reason, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.reason = reason
            self.trackingId = trackingId
            self.type = type
        }
    }

    /// Places the hold.
    ///
    /// A cargo that has a hold of the type keeps the first one.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `cargo_cancelled`, `cargo_already_claimed`,
    ///   `concurrency_conflict` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            let now = kit.clock.now()
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in
                try cargo.held(request.type, because: request.reason, at: now)
            }
        }
    }
}
