public import CargoDomain

/// Gives a cargo a route, once the voyages are seen to call at those ports at those times (CRG-2).
public struct AssignRoute: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which cargo goes which way.
    public struct Request: Sendable {
        /// The route.
        public let itinerary: Itinerary
        /// The version that the cargo must have; absent where any will do.
        public let expectedVersion: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for an assignment.
        public init(trackingId: TrackingId, itinerary: Itinerary, expectedVersion: Int64? = nil) {
            self.itinerary = itinerary
            self.expectedVersion = expectedVersion
            self.trackingId = trackingId
        }
    }

    /// Assigns; the legs are checked in order.
    /// - Returns: `cargo_not_found`, `voyage_not_found`, `leg_not_on_schedule`, `cargo_already_claimed`, `itinerary_not_satisfying`,
    ///   `itinerary_starts_elsewhere`, `concurrency_conflict`.
    public func execute(_ request: Request) async -> Result<CargoChanged, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargo(request.trackingId, expecting: request.expectedVersion)
            for (index, leg) in request.itinerary.legs.enumerated() {
                let voyage = try await environment.voyages.findByNumber(leg.voyageNumber).get()
                guard voyage.schedule.carries(leg) else { throw .legNotOnSchedule(index: index) }
            }
            try await environment.cargos.save(try cargo.assignToRoute(request.itinerary)).get()
            return CargoChanged(trackingId: request.trackingId, version: try Version.next(after: cargo.version))
        }
    }
}
