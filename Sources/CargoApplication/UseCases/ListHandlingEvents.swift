public import CargoDomain

/// Lists all that was done to a cargo.
public struct ListHandlingEvents: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo's.
    public struct Request: UseCaseRequest {
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a cargo's events.
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

    /// Lists, in the order of HND-4.
    /// - Returns: `cargo_not_found`, `corrupt_record`.
    public func execute(_ request: Request) async -> Result<[HandlingEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            _ = try await environment.cargos.findByTrackingId(request.trackingId).get()
            return try await environment.handlingEvents.findHistory(of: request.trackingId).get().events
        }
    }
}
