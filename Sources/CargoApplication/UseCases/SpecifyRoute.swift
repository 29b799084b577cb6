public import CargoDomain

/// Replaces what the customer wants of a cargo (CRG-3).
///
/// The specification is made first, so RTE-1 comes before what CRG-3 checks.
public struct SpecifyRoute: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// What is wanted of which cargo.
    public struct Request: Sendable {
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
