public import CargoDomain

/// Reinstates a cancelled booking (CRG-11).
public struct ReinstateBooking: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(of trackingId: TrackingId, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Reinstates the booking.
    ///
    /// One that isn't cancelled stays as it is.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `concurrency_conflict`, those of `Cargo.reinstated` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            let now = kit.clock.now()
            return try await kit.change(cargo) { (cargo) throws(DomainError) in try cargo.reinstated(at: now) }
        }
    }
}
