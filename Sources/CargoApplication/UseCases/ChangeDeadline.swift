public import CargoDomain

/// Changes a cargo's arrival deadline (CRG-5).
public struct ChangeDeadline: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo and its new deadline.
    public struct Request: Sendable {
        /// The cargo must be unloaded at its destination before this instant.
        public let arrivalDeadline: Instant
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(of trackingId: TrackingId, to arrivalDeadline: Instant, expectedVersion: Int64? = nil) {
            self.arrivalDeadline = arrivalDeadline
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Changes the deadline.
    /// - Returns: the cargo's id and new version, or one of the errors `cargo_not_found`, `concurrency_conflict`, those of
    ///   `Cargo.changingDeadline` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            let now = kit.clock.now()
            return try await kit.change(cargo) { (cargo) throws(DomainError) in
                try cargo.changingDeadline(to: request.arrivalDeadline, at: now)
            }
        }
    }
}
