/// A cargo's route: 1 to 100 legs in order (ITN-1, ITN-2).
///
/// Each leg loads at the location where the previous one unloads, at the same time or later. A cargo without a route has no itinerary; an
/// itinerary is never empty.
public struct Itinerary: Hashable, Sendable {
    /// The maximum number of legs.
    public static let maximumCount = 100

    /// The legs in order; never empty.
    public private(set) var legs: [Leg]

    /// Creates an itinerary.
    ///
    /// Connections between all legs are checked first, then times.
    /// - Throws: `itinerary_empty`, `itinerary_too_long`, `itinerary_not_connected`, `itinerary_times_overlap`.
    public init(_ legs: [Leg]) throws(DomainError) {
        guard !legs.isEmpty else { throw .rule(.itineraryEmpty) }
        guard legs.count <= Self.maximumCount else { throw .rule(.itineraryTooLong) }
        let neighbours = zip(legs, legs.dropFirst())
        guard neighbours.allSatisfy({ $0.unloadLocation == $1.loadLocation }) else { throw .rule(.itineraryNotConnected) }
        guard neighbours.allSatisfy({ $0.unloadTime <= $1.loadTime }) else { throw .rule(.itineraryTimesOverlap) }
        self.legs = legs
    }

    /// Where the first leg loads.
    public var firstLoadLocation: UnLocode { legs[0].loadLocation }
    /// Where the last leg unloads.
    public var lastUnloadLocation: UnLocode { legs[legs.count - 1].unloadLocation }
    /// When the last leg unloads.
    public var lastUnloadTime: Instant { legs[legs.count - 1].unloadTime }

    /// The expected activities in order: RECEIVE, then LOAD and UNLOAD for each leg, then CLAIM (ITN-3).
    public var plan: [HandlingActivity] { Plan(itinerary: self, routingStart: nil).activities }

    /// Returns whether an event belongs to this route, regardless of what has already been done (ITN-4).
    ///
    /// CUSTOMS is expected at any location of the itinerary. Any other activity must be an entry of the plan.
    public func expects(_ event: HandlingEvent) -> Bool {
        guard event.activity.type != .customs else { return calls(at: event.activity.location) }
        return plan.contains(event.activity)
    }

    /// Returns this route with another voyage for the leg at an index; ports and times stay (CRG-13).
    func riding(_ voyage: VoyageNumber, onLeg index: Int) -> Itinerary {
        var changed = self
        changed.legs[index].voyageNumber = voyage
        return changed
    }

    /// Returns whether any leg loads or unloads at a location.
    func calls(at location: UnLocode) -> Bool {
        legs.contains { $0.loadLocation == location || $0.unloadLocation == location }
    }
}
