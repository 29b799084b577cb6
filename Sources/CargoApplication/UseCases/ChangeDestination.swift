public import CargoDomain

/// Sends a cargo somewhere else (CRG-4).
public struct ChangeDestination: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo goes where.
    public struct Request: UseCaseRequest {
        /// Where it is to go now.
        public let destination: UnLocode
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a change.
        public init(trackingId: TrackingId, destination: UnLocode) {
            self.destination = destination
            self.trackingId = trackingId
        }

        /// Reads `destination`, `trackingId`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let destination = reader.required("destination", as: UnLocode.self)
            let trackingId = reader.required("trackingId", as: TrackingId.self)
            try reader.finish()
            self.init(trackingId: try trackingId.get(), destination: try destination.get())
        }
    }

    /// Changes the destination.
    /// - Returns: `cargo_not_found`, `location_not_found`, then as `Cargo.changeDestination`; `concurrency_conflict`.
    public func execute(_ request: Request) async -> Result<CargoChanged, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(request.trackingId).get()
            try await environment.checkKnown([request.destination])
            let changed = try cargo.changeDestination(request.destination, at: environment.clock.now())
            try await environment.cargos.save(changed).get()
            return CargoChanged(trackingId: request.trackingId)
        }
    }
}
