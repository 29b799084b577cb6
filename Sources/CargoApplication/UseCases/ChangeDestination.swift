public import CargoDomain

/// Sends a cargo somewhere else (CRG-4).
public struct ChangeDestination: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo goes where.
    public struct Request: Sendable {
        /// Where it is to go now.
        public let destination: UnLocode
        /// The version that the cargo must have; absent where any will do.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a change.
        public init(trackingId: TrackingId, destination: UnLocode, expectedVersion: Int64? = nil) {
            self.destination = destination
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Changes the destination.
    /// - Returns: `cargo_not_found`, `location_not_found`, then as `Cargo.changeDestination`; `concurrency_conflict`.
    public func execute(_ request: Request) async -> Result<CargoChanged, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargo(request.trackingId, expecting: request.expectedVersion)
            try await environment.checkKnown([request.destination])
            let changed = try cargo.changeDestination(request.destination, at: environment.clock.now())
            try await environment.cargos.save(changed).get()
            return CargoChanged(trackingId: request.trackingId, version: try Version.next(after: cargo.version))
        }
    }
}
