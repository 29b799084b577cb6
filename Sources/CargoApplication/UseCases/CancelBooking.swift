public import CargoDomain

/// Cancels the booking of a cargo that wasn't received yet (CRG-8).
public struct CancelBooking: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and why its booking is cancelled.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// Why the booking is cancelled.
        public let reason: Reason
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(of trackingId: TrackingId, because reason: Reason, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.reason = reason
            self.trackingId = trackingId
        }
    }

    /// Cancels the booking.
    ///
    /// One that is cancelled already stays as it is.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `concurrency_conflict`, those of `Cargo.cancelled` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            let now = kit.clock.now()
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in
                try cargo.cancelled(because: request.reason, at: now)
            }
        }
    }
}
