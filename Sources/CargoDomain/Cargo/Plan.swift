/// The activities that an itinerary lets one expect, in order: taken over, loaded and unloaded for each leg, handed over (ITN-3).
///
/// For a cargo that was handled before it was routed it also says where in them the cargo stands (DLV-3). Entries are made when asked for:
/// a plan costs no memory.
struct Plan {
    private let itinerary: Itinerary
    /// RECEIVE, or the UNLOAD that brings a cargo ashore which was on board elsewhere when it was routed.
    private let firstEntry: HandlingActivity
    /// The 0-based index of the first entry due.
    let startPosition: Int
    /// Whether the cargo counts as misdirected until something expected is done to it: it was last seen where no route can start.
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

    /// How many entries the plan of an itinerary has.
    static func count(of itinerary: Itinerary) -> Int { 2 * itinerary.legs.count + 2 }

    /// All entries, first one first.
    var activities: [HandlingActivity] { (0..<Self.count(of: itinerary)).compactMap { entry(at: $0) } }

    /// The entry at a position; nil at the plan's end.
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

    /// The position of the first entry at or after another that is this activity.
    func position(of activity: HandlingActivity, from start: Int) -> Int? {
        (start..<Self.count(of: itinerary)).first { entry(at: $0) == activity }
    }
}
