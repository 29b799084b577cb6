public import CargoDomain

/// Shows how a cargo's transport goes, always derived from the handling history, so that it is right even before an inspection.
public struct TrackCargo: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo to show.
    public struct Request: UseCaseRequest {
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a cargo.
        public init(trackingId: TrackingId) { self.trackingId = trackingId }

        /// Reads `trackingId`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let trackingId = reader.required("trackingId", as: TrackingId.self)
            try reader.finish()
            self.init(trackingId: try trackingId.get())
        }
    }

    /// Derives the view.
    /// - Returns: `cargo_not_found`.
    public func execute(_ request: Request) async -> Result<CargoTrackingView, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(request.trackingId).get()
            let history = try await environment.handlingEvents.findHistory(of: request.trackingId).get()
            var places = Places(environment.locations)
            try await places.look(up: cargo, history)
            return CargoTrackingView(of: cargo, history: history, review: try cargo.review(history), places: places)
        }
    }
}
