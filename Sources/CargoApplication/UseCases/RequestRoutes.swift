public import CargoDomain

/// Finds routes for a cargo from its origin that leave no earlier than now and no earlier than its last handling event.
public struct RequestRoutes: UseCase {
    private let environment: Environment

    /// Creates the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// The cargo, and limits of the search.
    public struct Request: Sendable {
        /// The maximum number of routes, 1 to 100.
        public let limit: Int64?
        /// The maximum number of legs of a route, 1 to 16.
        public let maxLegs: Int64?
        /// The minimum time between two voyages, 0 or more; fractions of a millisecond are rounded up.
        public let minimumConnection: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request; `execute` checks the ranges.
        public init(trackingId: TrackingId, limit: Int64? = nil, maxLegs: Int64? = nil, minimumConnection: Int64? = nil) {
            self.limit = limit
            self.maxLegs = maxLegs
            self.minimumConnection = minimumConnection
            self.trackingId = trackingId
        }
    }

    /// The routes found.
    public struct Response: Hashable, Sendable {
        /// The routes, best first; empty if there are none (RTG-5).
        public let itineraries: [Itinerary]
    }

    /// Finds routes.
    /// - Returns: `cargo_not_found`, `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(request.trackingId).get()
            let history = try await environment.handlingEvents.findHistory(of: request.trackingId).get()
            let now = environment.clock.now()
            let search = try RouteSearch(
                routeSpecification: cargo.routeSpecification,
                departAfter: history.lastEvent.map { max(now, $0.completionTime) } ?? now,
                minimumConnection: request.minimumConnection ?? 0,
                maxLegs: request.maxLegs ?? 8,
                limit: request.limit ?? 10
            )
            return Response(itineraries: try await environment.routing.findRoutes(search).get())
        }
    }
}
