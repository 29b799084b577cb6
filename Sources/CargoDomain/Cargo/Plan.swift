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

    init(itinerary: Itinerary, routingStart: CompletedActivity?) {
        let origin = itinerary.firstLoadLocation
        let firstLoad = HandlingActivity.load(onto: itinerary.legs[0].voyageNumber, at: origin)
        let start = routingStart?.activity
        firstEntry =
            if let start, start.type == .load, start != firstLoad, let voyage = start.voyageNumber {
                .unload(from: voyage, at: origin)
            } else {
                .receive(at: origin)
            }
        switch start {
        case nil: startPosition = 0
        case firstLoad: startPosition = Self.firstLoad + 1
        case let start?: startPosition = start.type == .load ? 0 : Self.firstLoad
        }
        startsMisdirected = start.map { $0.type != .load && $0.location != origin } ?? false
        self.itinerary = itinerary
    }

    /// The index of the LOAD of leg 1.
    static let firstLoad = 1

    /// Returns the index of a leg's LOAD, by the leg's index.
    ///
    /// Its UNLOAD comes next.
    static func load(ofLeg index: Int) -> Int { firstLoad + 2 * index }

    /// Returns the number of entries in an itinerary's plan.
    static func count(of itinerary: Itinerary) -> Int { 2 * itinerary.legs.count + 2 }

    /// The number of entries.
    var count: Int { Self.count(of: itinerary) }

    /// Whether the cargo was on board the voyage of leg 1 when it was routed.
    var startsLoaded: Bool { startPosition > Self.firstLoad }

    /// All entries in order.
    var activities: [HandlingActivity] { (0..<count).compactMap { entry(at: $0) } }

    /// Returns the entry at a position; `nil` at the end of the plan.
    func entry(at position: Int) -> HandlingActivity? {
        if position == 0 { return firstEntry }
        guard position < count - 1 else { return position < count ? .claim(at: itinerary.lastUnloadLocation) : nil }
        let leg = itinerary.legs[(position - 1) / 2]
        return position.isMultiple(of: 2)
            ? .unload(from: leg.voyageNumber, at: leg.unloadLocation)
            : .load(onto: leg.voyageNumber, at: leg.loadLocation)
    }

    /// Returns the first position at or after `start` whose entry is `activity`.
    func position(of activity: HandlingActivity, from start: Int) -> Int? {
        (start..<count).first { entry(at: $0) == activity }
    }
}

/// A time for each entry of a plan, by the entry's index; entries without one have `nil`.
struct PlanTimes {
    private var times: [Instant?] = []

    subscript(entry: Int) -> Instant? {
        get { times.indices.contains(entry) ? times[entry] : nil }
        set {
            while times.count <= entry { times.append(nil) }
            times[entry] = newValue
        }
    }
}
