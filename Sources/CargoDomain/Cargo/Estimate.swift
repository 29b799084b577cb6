/// What the voyages' forecasts make of a route: when the cargo will arrive, and what stands in its way (EST-3, EST-4).
public struct Estimate: Hashable, Sendable {
    /// The first leg that can't be kept, if any.
    public let disruption: Disruption?
    /// When the last leg is estimated to unload the cargo; `nil` if it is unknown.
    public let estimatedArrival: Instant?

    /// Creates an estimate.
    public init(disruption: Disruption?, estimatedArrival: Instant?) {
        self.disruption = disruption
        self.estimatedArrival = estimatedArrival
    }

    /// The estimate of a route that nothing disturbs (EST-7).
    public static func asPlanned(_ itinerary: Itinerary) -> Estimate {
        Estimate(disruption: nil, estimatedArrival: itinerary.lastUnloadTime)
    }

    /// Returns whether the cargo is estimated to arrive at its deadline or after it (EST-5).
    public func isLate(for routeSpecification: RouteSpecification) -> Bool {
        estimatedArrival.map { $0 >= routeSpecification.arrivalDeadline } ?? false
    }
}

/// The leg at which a route no longer works (EST-3).
public struct Disruption: Hashable, Sendable {
    /// The 0-based index of the leg.
    public let leg: Int64
    /// Where the cargo is affected: the leg's load location, or its unload location if the cargo is on board.
    public let location: UnLocode
    /// What went wrong.
    public let reason: Reason
    /// The leg's voyage.
    public let voyageNumber: VoyageNumber

    /// What went wrong with a leg.
    ///
    /// A `switch` in another package needs a `default` or an `@unknown default`.
    @nonexhaustive
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The voyage departs before the cargo can be there.
        case connectionMissed = "CONNECTION_MISSED"
        /// The voyage no longer calls at the leg's locations, or isn't registered.
        case voyageDoesNotCall = "VOYAGE_DOES_NOT_CALL"
    }

    /// Creates a disruption.
    /// - Throws: `integer_out_of_range` for a leg below 0 or above 2^53−1.
    public init(leg: Int64, location: UnLocode, reason: Reason, voyageNumber: VoyageNumber) throws(DomainError) {
        try Version.check(leg)
        self.init(ofLeg: leg, location, reason, voyageNumber)
    }

    init(ofLeg leg: Int64, _ location: UnLocode, _ reason: Reason, _ voyageNumber: VoyageNumber) {
        self.leg = leg
        self.location = location
        self.reason = reason
        self.voyageNumber = voyageNumber
    }
}
