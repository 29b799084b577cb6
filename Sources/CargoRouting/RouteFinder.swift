import CargoDomain

/// One search over a network, in the passes of RTG-4 and the rounds of RTG-2.
///
/// Based on Delling, Pajor and Werneck, "Round-Based Public Transit Routing" (2012).
///
/// RTG-2 defines a label for every port and round. The search skips whatever can't change the result:
///
/// 1. *Bound.* The bound is the deadline, or the time of the best label at the destination so far if that is earlier. A route over a label
///    at or after the bound arrives after the bound: too late for the specification, or no earlier than with fewer legs. It yields no
///    itinerary. Such a label can displace only labels that are at least as late, which are as useless. So the search ignores labels,
///    departures and arrivals at or after the bound. For the same reason it ignores whatever `Approach` knows can't reach the destination
///    before the bound.
/// 2. *Each movement once a pass.* If a cargo can ride a movement in round m, the movement's arrival is a candidate of round m. So label(m,
///    there) or an earlier label isn't later, and the movement can't make a label in a later round. Within a round, one walk along the
///    voyage passes all places to board in order; RTG-3 prefers the last one.
/// 3. *The last label is enough.* RTG-2 boards with a label of exactly the previous round. If an older label of a port allows boarding a
///    movement, the movement was boarded in an earlier round, and by 2 it isn't considered again. So the search compares only with the last
///    label of a port, and reads only departures that no earlier label of that port could use.
/// 4. *The destination first.* label(k, destination) depends only on the labels of round k − 1. The search finds it backwards, from the
///    arrivals at the destination, before the other labels of round k, which then have a tighter bound. Round `maxLegs` needs nothing else.
/// 5. *Standing routes.* If a route of one pass is loaded after the next pass begins, it is also the next pass's route with that number of
///    legs. Leaving later makes no label earlier, and each label on the route can be made again and was preferred among more candidates. So
///    the search reuses the route, and its arrival bounds its round one round earlier: later labels only lead to later arrivals.
struct RouteFinder: ~Copyable {
    private let search: RouteSearch
    private let origin: Int32
    private let destination: Int32
    private let deadline: Int64
    private let memory: VoyageNetwork.Memory
    private let lookBack: VoyageNetwork.LookBack

    private let states: UnsafeMutableBufferPointer<PortState>
    /// The movements that a cargo can ride in this pass.
    private let ridden: MovementMarks
    private var approach: Approach
    private var labels: [Label] = []
    /// The ports with a candidate in this round.
    private var candidatePorts: [Int32] = []
    private var departAfter: Int64
    private var bound: Int64
    private var pass: Int32 = 0
    /// Increases across passes.
    private var round: Int32 = 0

    init(
        _ search: RouteSearch,
        from origin: Int32,
        to destination: Int32,
        memory: VoyageNetwork.Memory,
        lookBack: VoyageNetwork.LookBack
    ) {
        self.search = search
        self.origin = origin
        self.destination = destination
        self.memory = memory
        self.lookBack = lookBack
        deadline = search.routeSpecification.arrivalDeadline.epochMilliseconds
        bound = deadline
        departAfter = search.departAfter.epochMilliseconds
        states = .allocate(capacity: memory.portCount)
        states.initialize(repeating: PortState())
        ridden = MovementMarks(count: memory.rows.count)
        approach = Approach(memory)
        labels.reserveCapacity(512)
        candidatePorts.reserveCapacity(512)
    }

    deinit { states.deallocate() }

    /// Returns all distinct routes that the passes find, in no particular order and possibly more than the limit (RTG-4).
    ///
    /// This terminates: the earliest first load time of each pass is later than that of the previous pass, so n passes find at least n routes.
    mutating func findRoutes() -> [FoundRoute] {
        var found: [FoundRoute] = []
        var standing: [FoundRoute] = []
        while found.count < search.limit {
            let routes = findRoutesOfPass(standing)
            for route in routes where !found.contains(route) { found.append(route) }
            guard let firstLoad = routes.lazy.map(\.loadTime).min() else { break }
            // A load time is before a deadline, so 1 ms later is still an instant.
            departAfter = firstLoad + 1
            standing = routes.filter { $0.loadTime >= departAfter }
        }
        return found
    }

    /// Runs one pass.
    ///
    /// Returns a route for each number of legs at which the destination has a label before the deadline.
    private mutating func findRoutesOfPass(_ standing: [FoundRoute]) -> [FoundRoute] {
        beginPass()
        var routes: [FoundRoute] = []
        var firstOfRound = 0
        for legCount in 1...search.maxLegs {
            round += 1
            if let route = standing.first(where: { $0.rides.count == legCount }) {
                bound = route.arrival
                routes.append(route)
            } else if let last = bestAtDestination() {
                bound = last.arrival
                routes.append(route(endingWith: last))
            }
            if let next = standing.first(where: { $0.rides.count == legCount + 1 }) { bound = min(bound, next.arrival) }
            let endOfRound = labels.count
            // If no labels are left, no standing route is left either: the labels that lead to one are before every bound of the rounds up to it.
            if firstOfRound == endOfRound || legCount == search.maxLegs { break }
            if endOfRound - firstOfRound > lookBack.leastLabels, bound < approach.bound { tightenApproach() }
            for label in firstOfRound..<endOfRound { board(with: labels[label]) }
            makeLabels()
            firstOfRound = endOfRound
        }
        return routes
    }

    private mutating func beginPass() {
        pass += 1
        bound = deadline
        ridden.removeAll()
        if approach.bound < deadline { approach.reset() }
        labels.removeAll(keepingCapacity: true)
        labels.append(Label(port: origin, load: -1, unload: -1, predecessor: -1, ready: departAfter, readyBefore: .max))
        states[Int(origin)] = PortState(pass: pass, round: round, label: 0, ready: departAfter, arrival: departAfter)
    }

    private mutating func tightenApproach() {
        approach.lookBack(
            from: destination,
            before: bound,
            to: origin,
            minimumConnection: search.minimumConnection,
            over: lookBack.movementCount
        )
    }

    /// Returns the best candidate for a label at the destination in this round, if it is before the bound.
    private func bestAtDestination() -> Candidate? {
        var best: Candidate?
        let calls = memory.arrivals.calls(at: destination)
        var place = memory.arrivals.firstPlace(at: destination, from: departAfter)
        while place < calls.count, calls[place].time < bound {
            let call = calls[place]
            if let best, call.time > best.arrival { break }
            if let candidate = lastBoarding(before: call), best.map({ comesFirst(candidate, $0) }) ?? true { best = candidate }
            place += 1
        }
        return best
    }

    /// Walks back along a voyage to the last place where a cargo can board.
    private func lastBoarding(before arrival: PortTimetable.Call) -> Candidate? {
        var movement = Int(arrival.movement)
        // The gap before the voyage departs before any time searched.
        while memory.rows[movement].departure >= departAfter {
            let row = memory.rows[movement]
            let state = states[Int(row.from)]
            if state.pass == pass, state.ready <= row.departure {
                return Candidate(
                    load: Int32(movement),
                    unload: arrival.movement,
                    predecessor: state.label,
                    loadTime: row.departure,
                    arrival: arrival.time
                )
            }
            movement -= 1
        }
        return nil
    }

    /// Rides every voyage that can be boarded with a label but not with an earlier label of that port.
    private mutating func board(with label: Label) {
        let calls = memory.departures.calls(at: label.port)
        let end = min(bound, label.readyBefore)
        var place = memory.departures.firstPlace(at: label.port, from: label.ready)
        while place < calls.count, calls[place].time < end {
            let call = calls[place]
            let movement = Int(call.movement)
            if call.time + Int64(call.shortestDuration) < bound, !ridden.contains(movement),
                approach.mayLead(movement, departingAt: call.time)
            {
                ride(from: movement)
            }
            place += 1
        }
    }

    /// Walks along a voyage, boards again wherever possible, and offers each port on the way a candidate.
    private mutating func ride(from first: Int) {
        var movement = first
        var load = Int32(first)
        var loadTime: Int64 = 0
        var predecessor: Int32 = -1
        while true {
            let row = memory.rows[movement]
            // The gap after the voyage arrives after any time searched.
            guard row.arrival < bound, !ridden.contains(movement), approach.mayLead(movement, departingAt: row.departure) else { return }
            ridden.insert(movement)
            let from = states[Int(row.from)]
            if from.pass == pass, from.ready <= row.departure {
                load = Int32(movement)
                loadTime = row.departure
                predecessor = from.label
            }
            offer(
                Candidate(load: load, unload: Int32(movement), predecessor: predecessor, loadTime: loadTime, arrival: row.arrival),
                to: row.to
            )
            movement += 1
        }
    }

    @inline(__always)
    private mutating func offer(_ candidate: Candidate, to port: Int32) {
        let state = states.baseAddress! + Int(port)
        if state.pointee.pass != pass { state.pointee = PortState(pass: pass) }
        guard candidate.arrival <= state.pointee.arrival else { return }
        if candidate.arrival == state.pointee.arrival {
            guard state.pointee.round == round, comesFirst(candidate, state.pointee.candidate) else { return }
        } else {
            guard approach.mayLead(fromPort: port, readyAt: candidate.arrival + search.minimumConnection) else { return }
            if state.pointee.round != round {
                state.pointee.round = round
                candidatePorts.append(port)
            }
        }
        state.pointee.candidate = candidate
    }

    /// Turns this round's candidates into labels.
    private mutating func makeLabels() {
        for port in candidatePorts {
            let state = states.baseAddress! + Int(port)
            let candidate = state.pointee.candidate
            // Both are at most 2^53 (VAL-TIME-1, RouteSearch), so the sum can't overflow.
            let ready = candidate.arrival + search.minimumConnection
            labels.append(
                Label(
                    port: port,
                    load: candidate.load,
                    unload: candidate.unload,
                    predecessor: candidate.predecessor,
                    ready: ready,
                    readyBefore: state.pointee.ready
                )
            )
            state.pointee.label = Int32(labels.count - 1)
            state.pointee.ready = ready
        }
        candidatePorts.removeAll(keepingCapacity: true)
    }

    /// The order of RTG-3.
    ///
    /// The last criterion, the load location, never decides, because a voyage leaves one port at a time.
    private func comesFirst(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.arrival != right.arrival { return left.arrival < right.arrival }
        if left.loadTime != right.loadTime { return left.loadTime > right.loadTime }
        return voyageNumber(of: left) < voyageNumber(of: right)
    }

    private func voyageNumber(of candidate: Candidate) -> VoyageNumber {
        memory.voyages[Int(memory.voyageOfRow[Int(candidate.load)])]
    }

    private func route(endingWith last: Candidate) -> FoundRoute {
        var rides = [FoundRoute.Ride(load: last.load, unload: last.unload)]
        var label = labels[Int(last.predecessor)]
        while label.predecessor >= 0 {
            rides.append(FoundRoute.Ride(load: label.load, unload: label.unload))
            label = labels[Int(label.predecessor)]
        }
        rides.reverse()
        return FoundRoute(rides: rides, loadTime: memory.rows[Int(rides[0].load)].departure, arrival: last.arrival)
    }
}

/// A label of RTG-2.
private struct Label {
    let port: Int32
    /// The movements on which its last leg begins and ends; -1 for the label of round 0.
    let load: Int32
    let unload: Int32
    /// The label at the port where that leg begins; -1 for the label of round 0.
    let predecessor: Int32
    /// The earliest time at which a cargo with this label can be loaded.
    let ready: Int64
    /// The same for a cargo with an earlier label of the port.
    let readyBefore: Int64
}

/// A candidate for a label: a last leg, and the label that it continues.
private struct Candidate {
    var load: Int32 = 0
    var unload: Int32 = 0
    var predecessor: Int32 = -1
    var loadTime: Int64 = 0
    var arrival: Int64
}

/// The state of a port in the search; valid only if `pass` is the current pass.
private struct PortState {
    var pass: Int32 = 0
    /// The round of the candidate.
    var round: Int32 = 0
    /// The last label made, or -1.
    var label: Int32 = -1
    /// The earliest time at which a cargo with that label can be loaded.
    var ready: Int64 = .max
    /// The best candidate, of this round or of an earlier one that became a label; its arrival is the earliest so far.
    var candidate: Candidate

    init(pass: Int32 = 0, round: Int32 = 0, label: Int32 = -1, ready: Int64 = .max, arrival: Int64 = .max) {
        self.pass = pass
        self.round = round
        self.label = label
        self.ready = ready
        candidate = Candidate(arrival: arrival)
    }

    var arrival: Int64 { candidate.arrival }
}
