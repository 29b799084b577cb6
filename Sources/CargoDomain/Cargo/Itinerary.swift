/// The legs of a cargo's route in order: 1 to 100, each loading where and not before the one before unloaded (ITN-1, ITN-2).
///
/// "No itinerary" is absence, never an empty list.
public struct Itinerary: Hashable, Sendable {
    /// The most legs that an itinerary may have.
    public static let maximumCount = 100

    /// The legs, first one first; never empty.
    public let legs: [Leg]

    /// Makes an itinerary; connection is checked over all neighbours, then times over all.
    /// - Throws: `itinerary_empty`, `itinerary_too_long`, `itinerary_not_connected`, `itinerary_times_overlap`.
    public init(_ legs: [Leg]) throws(DomainError) {
        guard !legs.isEmpty else { throw .rule(.itineraryEmpty) }
        guard legs.count <= Self.maximumCount else { throw .rule(.itineraryTooLong) }
        let neighbours = zip(legs, legs.dropFirst())
        guard neighbours.allSatisfy({ $0.unloadLocation == $1.loadLocation }) else { throw .rule(.itineraryNotConnected) }
        guard neighbours.allSatisfy({ $0.unloadTime <= $1.loadTime }) else { throw .rule(.itineraryTimesOverlap) }
        self.legs = legs
    }

    /// Where the route starts.
    public var firstLoadLocation: UnLocode { legs[0].loadLocation }
    /// Where it ends.
    public var lastUnloadLocation: UnLocode { legs[legs.count - 1].unloadLocation }
    /// When it ends.
    public var lastUnloadTime: Instant { legs[legs.count - 1].unloadTime }

    /// The activities to expect, in order: RECEIVE, then LOAD and UNLOAD of each leg, then CLAIM (ITN-3).
    public var plan: [HandlingActivity] { Plan(itinerary: self, routingStart: nil).activities }

    /// Whether an event is part of this route, whatever has been done already (ITN-4).
    ///
    /// CUSTOMS is expected at any location of the itinerary, every other type only as the plan says.
    public func expects(_ event: HandlingEvent) -> Bool {
        guard event.activity.type != .customs else { return calls(at: event.activity.location) }
        return plan.contains(event.activity)
    }

    /// Whether a location is a load or unload location of any leg.
    func calls(at location: UnLocode) -> Bool {
        legs.contains { $0.loadLocation == location || $0.unloadLocation == location }
    }
}
