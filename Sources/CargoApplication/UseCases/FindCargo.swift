public import CargoDomain

/// Shows a cargo as it is stored: what a copy of it elsewhere needs.
///
/// What a customer sees is `TrackCargo`'s.
public struct FindCargo: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo.
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

    /// Finds it.
    /// - Returns: `cargo_not_found`, `corrupt_record`.
    public func execute(_ request: Request) async -> Result<StoredCargo, DomainError> {
        await environment.cargos.findByTrackingId(request.trackingId).map(StoredCargo.init)
    }
}
