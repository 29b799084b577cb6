public import CargoDomain

/// Finds routes for a cargo from its specification's origin, leaving neither before now nor before the last thing done to it.
public struct RequestRoutes: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which routes to find.
    public struct Request: Sendable {
        /// The most routes to give, 1 to 100; 10 if absent.
        public let limit: Int64?
        /// The most legs of a route, 1 to 16; 8 if absent.
        public let maxLegs: Int64?
        /// The least time between two voyages, in milliseconds; none if absent.
        public let minimumConnection: Int64?
        /// The cargo.
        public let trackingId: TrackingId

        /// Asks for routes; an option out of range fails when they are looked for.
        public init(trackingId: TrackingId, limit: Int64? = nil, maxLegs: Int64? = nil, minimumConnection: Int64? = nil) {
            self.limit = limit
            self.maxLegs = maxLegs
            self.minimumConnection = minimumConnection
            self.trackingId = trackingId
        }
    }

    /// The routes found.
    public struct Response: Hashable, Sendable {
        /// Best first; empty where there is none (RTG-5).
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
