public import CargoDomain

/// Gives a cargo more or less time (CRG-5).
public struct ChangeDeadline: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo has until when.
    public struct Request: UseCaseRequest {
        /// The cargo must be unloaded at its destination strictly before this.
        public let arrivalDeadline: Instant
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a change.
        public init(trackingId: TrackingId, arrivalDeadline: Instant) {
            self.arrivalDeadline = arrivalDeadline
            self.trackingId = trackingId
        }

        /// Reads `arrivalDeadline`, `trackingId`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let arrivalDeadline = reader.required("arrivalDeadline", as: Instant.self)
            let trackingId = reader.required("trackingId", as: TrackingId.self)
            try reader.finish()
            self.init(trackingId: try trackingId.get(), arrivalDeadline: try arrivalDeadline.get())
        }
    }

    /// Changes the deadline.
    /// - Returns: `cargo_not_found`, then as `Cargo.changeDeadline`; `concurrency_conflict`.
    public func execute(_ request: Request) async -> Result<CargoChanged, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(request.trackingId).get()
            let changed = try cargo.changeDeadline(request.arrivalDeadline, at: environment.clock.now())
            try await environment.cargos.save(changed).get()
            return CargoChanged(trackingId: request.trackingId)
        }
    }
}
