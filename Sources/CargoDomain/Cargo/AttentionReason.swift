/// A reason why a cargo needs attention, the most urgent first.
///
/// It follows from the cargo as it was last saved. What is overdue, a scan or a collection, depends on the time, so it is no need: see
/// `Cargo.overdueSince(at:outlook:)`.
public enum AttentionReason: String, Hashable, Sendable, CaseIterable {
    /// The route no longer works, as announced last (EST-3).
    case disrupted = "DISRUPTED"
    /// The cargo is off its route (DLV-5).
    case misdirected = "MISDIRECTED"
    /// The cargo was last estimated to arrive at the deadline or after it (EST-5).
    case late = "LATE"
    /// The cargo has no route that satisfies its specification, and is neither claimed nor cancelled (DLV-2).
    case unrouted = "UNROUTED"
    /// The cargo has a hold, and is neither claimed nor cancelled (CRG-15).
    case held = "HELD"
}

extension Cargo {
    /// Everything that needs attention, the most urgent first.
    public var needs: [AttentionReason] { AttentionReason.allCases.filter(has) }

    /// Returns whether something needs attention.
    public func has(_ need: AttentionReason) -> Bool {
        switch need {
        case .disrupted: lastEstimate?.disruption != nil
        case .misdirected: delivery.isMisdirected
        case .late: lastEstimate?.isLate(for: routeSpecification) ?? false
        case .held: isHeld && !isCancelled && delivery.transportStatus != .claimed
        case .unrouted: !isCancelled && delivery.transportStatus != .claimed && delivery.routingStatus != .routed
        }
    }

    /// The estimate announced last; without one, the plan of a route that leads to the destination, in time or not (UC-7).
    ///
    /// `nil` if neither exists, or if the cargo is cancelled.
    public var lastEstimate: Estimate? {
        if isCancelled { return nil }
        if let estimate { return estimate }
        guard let itinerary, !delivery.isMisdirected, routeSpecification.isConnected(by: itinerary) else { return nil }
        return .asPlanned(itinerary)
    }
}
