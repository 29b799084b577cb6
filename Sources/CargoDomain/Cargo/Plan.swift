/// The activities that an itinerary lets one expect, and where in them a cargo stands that was handled before it was routed (ITN-3, DLV-3).
struct Plan {
    /// In order: taken over, loaded and unloaded for each leg, handed over.
    let activities: [HandlingActivity]
    /// The 0-based index of the first entry due.
    let startPosition: Int
    /// Whether the cargo counts as misdirected until something expected is done to it: it was last seen where no route can start.
    let startsMisdirected: Bool

    init(itinerary: Itinerary, routingStart: Handled?) {
        var activities: [HandlingActivity] = []
        activities.reserveCapacity(2 * itinerary.legs.count + 2)
        activities.append(.receive(at: itinerary.firstLoadLocation))
        for leg in itinerary.legs {
            activities.append(.load(onto: leg.voyageNumber, at: leg.loadLocation))
            activities.append(.unload(from: leg.voyageNumber, at: leg.unloadLocation))
        }
        activities.append(.claim(at: itinerary.lastUnloadLocation))

        var start = 0
        var isLost = false
        if let routingStart {
            let activity = routingStart.activity
            switch activity.type {
            case .receive, .unload, .customs:
                start = 1
                isLost = activity.location != itinerary.firstLoadLocation
            case .load:
                if activity == activities[1] {
                    start = 2
                } else if let voyage = activity.voyageNumber {
                    activities[0] = .unload(from: voyage, at: itinerary.firstLoadLocation)
                }
            case .claim:
                start = 1
                isLost = true
            }
        }
        self.activities = activities
        startPosition = start
        startsMisdirected = isLost
    }
}
