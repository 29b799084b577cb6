public import CargoDomain

/// Finds routes for a cargo from where it is (UC-2).
///
/// Routes leave no earlier than now and no earlier than the last handling event. A cargo on board gets routes from wherever its ship still
/// calls.
public struct FindRoutes: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargo, and limits of the search.
    public struct Request: Sendable {
        /// The maximum number of routes, 1 to 100.
        public let limit: Int
        /// The maximum number of legs of a route, 1 to 16.
        public let maxLegs: Int
        /// The minimum time between two voyages, 0 or more; fractions of a millisecond are rounded up.
        public let minimumConnection: Duration
        /// The cargo.
        public let trackingId: TrackingId

        /// Creates a request; `execute` checks the ranges.
        public init(for trackingId: TrackingId, limit: Int = 10, maxLegs: Int = 8, minimumConnection: Duration = .zero) {
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
        /// If no route meets the deadline, those that miss it, best first; empty if there are none either (RTG-8).
        public let tooLate: [Itinerary]

        /// Creates a response, for a fake in a test.
        public init(itineraries: [Itinerary], tooLate: [Itinerary] = []) {
            self.itineraries = itineraries
            self.tooLate = tooLate
        }
    }

    /// Finds routes, or, if none meets the deadline, those that miss it.
    /// - Returns: the routes, or one of the errors `cargo_not_found`, `cargo_cancelled`, `cargo_already_claimed`, `integer_out_of_range` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
            let history = try await kit.store.handlingEvents.findHistory(of: request.trackingId).get()
            let derived = try cargo.derivingDeliveryProgress(from: history)
            try derived.checkOpen()
            let specification = derived.routeSpecification
            let start = derived.delivery.lastKnownLocation ?? specification.origin
            guard start != specification.destination else { return Response(itineraries: []) }
            let now = kit.clock.now()
            let aboard = derived.delivery.aboard
            func routes(ignoringDeadline ignoresDeadline: Bool) async throws(DomainError) -> [Itinerary] {
                let search = try RouteSearch(
                    routeSpecification: try specification.starting(at: start),
                    departAfter: aboard == nil ? max(now, history.lastEvent?.completionTime ?? now) : now,
                    minimumConnection: request.minimumConnection.wholeMilliseconds,
                    maxLegs: Int64(request.maxLegs),
                    limit: Int64(request.limit),
                    ignoresDeadline: ignoresDeadline,
                    aboard: aboard
                )
                return try await kit.routing.findRoutes(search).get()
            }
            let inTime = try await routes(ignoringDeadline: false)
            return Response(itineraries: inTime, tooLate: inTime.isEmpty ? try await routes(ignoringDeadline: true) : [])
        }
    }
}

extension Delivery {
    /// The ship that carries the cargo; `nil` ashore.
    fileprivate var aboard: RouteSearch.OnboardPosition? {
        guard let currentVoyage, let lastMove else { return nil }
        return RouteSearch.OnboardPosition(
            voyageNumber: currentVoyage,
            location: lastMove.activity.location,
            loadedAt: lastMove.completionTime
        )
    }
}
