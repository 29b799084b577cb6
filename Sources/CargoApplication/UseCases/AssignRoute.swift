public import CargoDomain

/// Assigns a route to a cargo after checking every leg against its voyage's forecast (CRG-2).
public struct AssignRoute: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo and its route.
    public struct Request: Sendable {
        /// The route.
        public let itinerary: Itinerary
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request.
        public init(_ itinerary: Itinerary, to trackingId: TrackingId, expectedVersion: Int64? = nil) {
            self.itinerary = itinerary
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Checks the legs in order, then assigns the route (UC-3).
    /// - Returns: the cargo's id and new version, or one of the errors `cargo_not_found`, `voyage_not_found`, `leg_not_on_schedule`,
    ///   `concurrency_conflict`, those of `Cargo.assigned` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            for (index, leg) in request.itinerary.legs.enumerated() {
                let voyage = try await kit.store.voyages.findByNumber(leg.voyageNumber).get()
                guard voyage.forecast.carries(leg) else { throw .legNotOnSchedule(index: index) }
            }
            return try await kit.change(cargo, announces: false) { (cargo) throws(DomainError) in
                try cargo.assigned(to: request.itinerary)
            }
        }
    }
}
