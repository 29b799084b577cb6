public import CargoDomain

/// Replaces what the customer wants of a cargo (CRG-3).
///
/// The specification is made first, so RTE-1 comes before what CRG-3 checks.
public struct SpecifyRoute: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// What is wanted of which cargo.
    public struct Request: UseCaseRequest {
        /// The cargo must be unloaded at its destination strictly before this.
        public let arrivalDeadline: Instant
        /// Where to.
        public let destination: UnLocode
        /// Where from.
        public let origin: UnLocode
        /// The version that the cargo must have; absent where any will do.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for a change.
        public init(
            trackingId: TrackingId,
            origin: UnLocode,
            destination: UnLocode,
            arrivalDeadline: Instant,
            expectedVersion: Int64? = nil
        ) {
            self.arrivalDeadline = arrivalDeadline
            self.destination = destination
            self.origin = origin
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }

        /// Reads `arrivalDeadline`, `destination`, `origin`, `trackingId`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

        /// Reads the same fields, for a cargo that must still be as the caller saw it: the version is no part of the request's fields.
        /// - Throws: `validation_failed`.
        public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
            var reader = RequestReader(input)
            let arrivalDeadline = reader.required("arrivalDeadline", as: Instant.self)
            let destination = reader.required("destination", as: UnLocode.self)
            let origin = reader.required("origin", as: UnLocode.self)
            let trackingId = reader.required("trackingId", as: TrackingId.self)
            try reader.finish()
            self.init(
                trackingId: try trackingId.get(),
                origin: try origin.get(),
                destination: try destination.get(),
                arrivalDeadline: try arrivalDeadline.get(),
                expectedVersion: expectedVersion
            )
        }
    }

    /// Replaces the specification.
    /// - Returns: `cargo_not_found`, `location_not_found`, `route_origin_is_destination`, then as `Cargo.specifyNewRoute`;
    ///   `concurrency_conflict`.
    public func execute(_ request: Request) async -> Result<CargoChanged, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargo(request.trackingId, expecting: request.expectedVersion)
            try await environment.checkKnown([request.origin, request.destination])
            let specification = try RouteSpecification(
                origin: request.origin,
                destination: request.destination,
                arrivalDeadline: request.arrivalDeadline
            )
            let changed = try cargo.specifyNewRoute(specification, at: environment.clock.now())
            try await environment.cargos.save(changed).get()
            return CargoChanged(trackingId: request.trackingId, version: try Version.next(after: cargo.version))
        }
    }
}
