public import CargoDomain

/// Replaces a cargo's route specification (CRG-3).
///
/// Checks RTE-1 before the conditions of CRG-3.
public struct SpecifyRoute: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo and its new route specification.
    public struct Request: Sendable {
        /// The cargo must be unloaded at its destination before this instant.
        public let arrivalDeadline: Instant
        /// The destination.
        public let destination: UnLocode
        /// The origin.
        public let origin: UnLocode
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(
            of trackingId: TrackingId,
            from origin: UnLocode,
            to destination: UnLocode,
            by arrivalDeadline: Instant,
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
    /// - Returns: the cargo's id and new version, or one of the errors `cargo_not_found`, `location_not_found`, `route_origin_is_destination`,
    ///   `concurrency_conflict`, those of `Cargo.specifyingNewRoute` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            try await kit.checkKnown([request.origin, request.destination])
            let specification = try RouteSpecification(
                origin: request.origin,
                destination: request.destination,
                arrivalDeadline: request.arrivalDeadline
            )
            let now = kit.clock.now()
            return try await kit.change(cargo) { (cargo) throws(DomainError) in try cargo.specifyingNewRoute(specification, at: now) }
        }
    }
}
