/// A reason why a cargo needs attention, the most urgent first.
///
/// All but `uncollected` follow from the cargo as it was last saved. Whether a scan is overdue depends on the voyages as well, so that isn't among
/// the reasons: see `Cargo.overdueSince(at:outlook:)`.
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
    /// The cargo lies at its destination after its pick-up deadline, and isn't cancelled (EST-6). Depends on the time.
    case uncollected = "UNCOLLECTED"

    /// The needs that follow from a cargo as it was last saved.
    package static let stored = allCases.filter { $0 != .uncollected }
}

extension Cargo {
    /// Everything that needs attention whatever the time, so without `uncollected`; the most urgent first.
    public var needs: [AttentionReason] { AttentionReason.stored.filter { has($0) } }

    /// Returns everything that needs attention at a time, the most urgent first.
    public func needs(at now: Instant) -> [AttentionReason] { AttentionReason.allCases.filter { has($0, at: now) } }

    /// Returns whether something needs attention.
    /// - Parameters:
    ///   - need: the reason.
    ///   - now: the time at which the cargo may be `uncollected`; without one, it isn't.
    public func has(_ need: AttentionReason, at now: Instant? = nil) -> Bool {
        switch need {
        case .disrupted: lastEstimate?.disruption != nil
        case .misdirected: delivery.isMisdirected
        case .late: lastEstimate?.isLate(for: routeSpecification) ?? false
        case .held: isHeld && !isCancelled && delivery.transportStatus != .claimed
        case .unrouted: !isCancelled && delivery.transportStatus != .claimed && delivery.routingStatus != .routed
        case .uncollected: if let now, let collectionDeadline { collectionDeadline < now } else { false }
        }
    }

    /// Until when the cargo is to be collected at its destination, where it lies (DLV-8, CRG-14).
    ///
    /// `nil` if it doesn't lie there, is cancelled, or has no pick-up deadline.
    package var collectionDeadline: Instant? { delivery.isUnloadedAtDestination && !isCancelled ? pickUpBy : nil }

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
