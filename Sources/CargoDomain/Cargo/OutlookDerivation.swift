/// Follows a cargo's route through the present schedules, leg by leg (EST-1 to EST-4).
struct OutlookDerivation {
    private let itinerary: Itinerary
    private let judgement: HandlingJudgement
    private let position: Int
    /// When the cargo last came ashore or was received.
    private let lastAshore: Instant?
    private var estimatedTimes = PlanTimes()
    private var disruption: Disruption?

    init(of itinerary: Itinerary, judgement: HandlingJudgement, position: Int, history: HandlingHistory, voyages: [VoyageNumber: Voyage]) {
        self.itinerary = itinerary
        self.judgement = judgement
        self.position = position
        lastAshore = history.events.last { $0.activity.type == .receive || $0.activity.type == .unload }?.completionTime
        for (index, leg) in itinerary.legs.enumerated() where position <= Plan.load(ofLeg: index) + 1 {
            follow(leg, at: index, on: voyages[leg.voyageNumber]?.schedule)
        }
    }

    /// Notes the times of a leg that isn't unloaded, and whether the route breaks there.
    private mutating func follow(_ leg: Leg, at index: Int, on schedule: Schedule?) {
        let load = Plan.load(ofLeg: index)
        let isLoaded = position > load
        let times = schedule?.estimate(of: leg, loadedAt: judgement.actualTimes[load]) ?? .unknown
        if !isLoaded { estimatedTimes[load] = times.loadTime }
        estimatedTimes[load + 1] = times.unloadTime
        guard disruption == nil else { return }
        if times.unloadTime == nil {
            let location = isLoaded ? leg.unloadLocation : leg.loadLocation
            disruption = Disruption(ofLeg: Int64(index), location, .voyageDoesNotCall, leg.voyageNumber)
        } else if !isLoaded, let departure = times.loadTime, let ready = readyTime(forLeg: index), departure < ready {
            disruption = Disruption(ofLeg: Int64(index), leg.loadLocation, .connectionMissed, leg.voyageNumber)
        }
    }

    /// Returns the time from which the cargo can be at a leg's load location; `nil` if that is any time (EST-3).
    private func readyTime(forLeg index: Int) -> Instant? {
        let load = Plan.load(ofLeg: index)
        return position == load ? lastAshore : estimatedTimes[load - 1]
    }

    /// Returns the outlook of a cargo with this itinerary (EST-4, EST-6).
    func outlook(for routeSpecification: RouteSpecification, isCancelled: Bool) -> Outlook {
        let isMisdirected = judgement.progress.isMisdirected
        let isOpen = !isMisdirected && disruption == nil
        return Outlook(
            estimate: Estimate(
                disruption: disruption,
                estimatedArrival: isOpen && routeSpecification.isConnected(by: itinerary) ? arrival : nil
            ),
            legs: itinerary.legs.indices.map(legTimes),
            nextScan: isOpen && !isCancelled ? estimatedTimes[max(position, Plan.firstLoad)] : nil
        )
    }

    /// When the last leg unloads the cargo: by its scan, by plan if that was missed, or by the schedule.
    private var arrival: Instant? {
        let lastUnload = Plan.load(ofLeg: itinerary.legs.count - 1) + 1
        guard position > lastUnload else { return estimatedTimes[lastUnload] }
        return judgement.actualTimes[lastUnload] ?? itinerary.lastUnloadTime
    }

    private func legTimes(at index: Int) -> Outlook.LegTimes {
        let load = Plan.load(ofLeg: index)
        return Outlook.LegTimes(
            actualLoadTime: judgement.actualTimes[load],
            actualUnloadTime: judgement.actualTimes[load + 1],
            estimatedLoadTime: estimatedTimes[load],
            estimatedUnloadTime: estimatedTimes[load + 1]
        )
    }
}
