/// The activities that an itinerary leads to, in order: RECEIVE, LOAD and UNLOAD for each leg, CLAIM (ITN-3).
///
/// For a cargo that was handled before it was routed, the plan also has the position at which the cargo starts (DLV-3). Entries are
/// computed on access, so a plan takes no memory for them.
struct Plan {
    private let itinerary: Itinerary
    /// RECEIVE, or the UNLOAD that brings the cargo ashore if it was on board another voyage when it was routed.
    private let firstEntry: HandlingActivity
    /// The 0-based index of the first entry that is due.
    let startPosition: Int
    /// Whether the cargo is misdirected until an expected activity occurs, because no route can start where it was last seen.
    let startsMisdirected: Bool

    init(itinerary: Itinerary, routingStart: Handled?) {
        let start = itinerary.firstLoadLocation
        let firstLoad = HandlingActivity.load(onto: itinerary.legs[0].voyageNumber, at: start)
        var firstEntry = HandlingActivity.receive(at: start)
        switch routingStart?.activity.type {
        case nil:
            startPosition = 0
            startsMisdirected = false
        case .receive, .unload, .customs:
            startPosition = 1
            startsMisdirected = routingStart?.activity.location != start
        case .load where routingStart?.activity == firstLoad:
            startPosition = 2
            startsMisdirected = false
        case .load:
            if let voyage = routingStart?.activity.voyageNumber { firstEntry = .unload(from: voyage, at: start) }
            startPosition = 0
            startsMisdirected = false
        case .claim:
            startPosition = 1
            startsMisdirected = true
        }
        self.itinerary = itinerary
        self.firstEntry = firstEntry
    }

    /// Returns the number of entries in an itinerary's plan.
    static func count(of itinerary: Itinerary) -> Int { 2 * itinerary.legs.count + 2 }

    /// All entries in order.
    var activities: [HandlingActivity] { (0..<Self.count(of: itinerary)).compactMap { entry(at: $0) } }

    /// Returns the entry at a position; `nil` at the end of the plan.
    func entry(at position: Int) -> HandlingActivity? {
        if position == 0 { return firstEntry }
        guard position < Self.count(of: itinerary) - 1 else {
            return position < Self.count(of: itinerary) ? .claim(at: itinerary.lastUnloadLocation) : nil
        }
        let leg = itinerary.legs[(position - 1) / 2]
        return position.isMultiple(of: 2)
            ? .unload(from: leg.voyageNumber, at: leg.unloadLocation)
            : .load(onto: leg.voyageNumber, at: leg.loadLocation)
    }

    /// Returns the first position at or after `start` whose entry is `activity`.
    func position(of activity: HandlingActivity, from start: Int) -> Int? {
        (start..<Self.count(of: itinerary)).first { entry(at: $0) == activity }
    }
}
