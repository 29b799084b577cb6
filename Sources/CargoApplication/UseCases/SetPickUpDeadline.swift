public import CargoDomain

/// Sets until when a cargo is to be collected at its destination (UC-15, CRG-14).
public struct SetPickUpDeadline: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and until when it is to be collected.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The end of free time, also one that has passed; nil removes it.
        public let pickUpBy: Instant?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(of trackingId: TrackingId, to pickUpBy: Instant?, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.pickUpBy = pickUpBy
            self.trackingId = trackingId
        }
    }

    /// Sets the deadline.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `cargo_cancelled`, `cargo_already_claimed`,
    ///   `concurrency_conflict` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in
                try cargo.settingPickUp(by: request.pickUpBy)
            }
        }
    }
}
