/// Follows a cargo's route through the voyages' forecasts, leg by leg (EST-1 to EST-4).
struct OutlookDerivation {
    private let itinerary: Itinerary
    private let judgement: HandlingJudgement
    private let position: Int
    /// When the cargo last came ashore or was received.
    private let lastAshore: Instant?
    private var estimatedTimes = PlanTimes()
    private var disruption: Disruption?
    /// When the last voyage unloads the cargo by its forecast, if the cargo is unloaded and its scan was missed.
    private var missedArrival: Instant?

    init(of itinerary: Itinerary, judgement: HandlingJudgement, position: Int, history: HandlingHistory, voyages: [VoyageNumber: Voyage]) {
        self.itinerary = itinerary
        self.judgement = judgement
        self.position = position
        lastAshore = history.events.last { $0.activity.type == .receive || $0.activity.type == .unload }?.completionTime
        for (index, leg) in itinerary.legs.enumerated() where position <= Plan.load(ofLeg: index) + 1 {
            follow(leg, at: index, on: voyages[leg.voyageNumber]?.forecast)
        }
        let lastLoad = Plan.load(ofLeg: itinerary.legs.count - 1)
        if let last = itinerary.legs.last, position > lastLoad + 1, judgement.actualTimes[lastLoad + 1] == nil {
            missedArrival = voyages[last.voyageNumber]?.forecast.estimate(of: last, loadedAt: judgement.actualTimes[lastLoad]).unloadTime
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
    func outlook(of cargo: Cargo) -> Outlook {
        let isMisdirected = judgement.progress.isMisdirected
        let isOpen = !isMisdirected && disruption == nil
        return Outlook(
            estimate: Estimate(
                disruption: disruption,
                estimatedArrival: isOpen && cargo.routeSpecification.isConnected(by: itinerary) ? arrival : nil
            ),
            legs: itinerary.legs.indices.map(legTimes),
            nextScan: isOpen && !cargo.isCancelled ? estimatedTimes[max(position, Plan.firstLoad)] : nil
        )
    }

    /// When the last leg unloads the cargo (EST-4).
    ///
    /// If it is unloaded and only the scan was missed, the cargo came when its ship did.
    private var arrival: Instant? {
        let lastUnload = Plan.load(ofLeg: itinerary.legs.count - 1) + 1
        guard position > lastUnload else { return estimatedTimes[lastUnload] }
        return judgement.actualTimes[lastUnload] ?? missedArrival ?? itinerary.lastUnloadTime
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
