/// One search over a network: the passes of RTG-4, the rounds of RTG-2 (after Delling, Pajor, Werneck: "Round-Based Public Transit
/// Routing", 2012), and what they remember meanwhile.
///
/// RTG-2 defines a label for every port and round. This search leaves out what cannot change a result:
///
/// 1. *Bound.* Let the bound be the deadline, or the time of the best label at the destination so far if that is earlier. A route over a
///    label at or after the bound reaches the destination after it: too late for the specification, or no earlier than with fewer legs,
///    so it gives no itinerary. Such a label can keep away only labels that are as late or later, hence as useless. So labels, departures
///    and the rest of a voyage at or after the bound are not looked at.
/// 2. *Each movement once a pass.* If a cargo can ride movement j of a voyage in round m, label(m, arrival port of j) or an earlier one is
///    not after j's arrival (or that is beyond the bound), so in no later round j makes a label. In one round all ways to ride j are
///    compared on one walk along the voyage: it meets the places to get on one by one, and RTG-3 prefers the last.
/// 3. *The destination first.* label(k, destination) needs the labels of round k − 1 alone. It is looked up backwards, from the arrivals at
///    the destination, before the other labels of round k, which then have the tighter bound. Round `maxLegs` needs nothing else.
/// 4. *Any label will do.* RTG-2 lets a voyage be boarded with a label of exactly the round before. An older label at that port that
///    allows it boarded the same movement in an earlier round, so by 2 that movement is not looked at again: the last label of a port is
///    all there is to compare with.
struct RouteFinder: ~Copyable {
    /// What a search knows of a port; valid if `pass` is the pass under way.
    private struct PortState {
        var pass: Int32 = 0
        /// The round of the candidate below.
        var round: Int32 = 0
        /// The last label made, or -1.
        var label: Int32 = -1
        /// The port itself is known by its place; these three describe the candidate for a label.
        var load: Int32 = 0
        var unload: Int32 = 0
        var predecessor: Int32 = -1
        /// The time of the candidate for a label of this round, else of the last label; the earliest so far in any case.
        var arrival: Int64 = .max
        var loadTime: Int64 = 0
        /// From when a cargo with the last label can be loaded again.
        var ready: Int64 = .max
    }

    /// A label of RTG-2.
    private struct Label {
        let port: Int32
        /// The movements on which its last leg begins and ends.
        let load: Int32
        let unload: Int32
        /// The label at the port where that leg begins; -1 for the label of round 0.
        let predecessor: Int32
        /// From when to when there are departures that no earlier label of the port could use.
        let ready: Int64
        let readyBefore: Int64
    }

    /// The memory of a network, for a search that must not check or retain anything on its way.
    struct Network {
        let rows: UnsafeBufferPointer<VoyageNetwork.Row>
        let departures: PortTimetable.Unsafe
        let arrivals: PortTimetable.Unsafe
        let voyageOfRow: UnsafeBufferPointer<Int32>
        let voyages: [VoyageNumber]
        let portCount: Int
    }

    private let network: Network
    private let rows: UnsafeBufferPointer<VoyageNetwork.Row>
    private var origin: Int32 = 0
    private var destination: Int32 = 0
    private var approach: Approach

    private let states: UnsafeMutableBufferPointer<PortState>
    /// One bit a movement: whether a cargo can ride it in this pass.
    private let ridden: UnsafeMutableBufferPointer<UInt64>
    private var labels: [Label] = []
    private var touched: [Int32] = []
    private var pass: Int32 = 0
    private var round: Int32 = 0
    private var bound: Int64 = 0
    private var minimumConnection: Int64 = 0

    init(_ network: Network) {
        self.network = network
        rows = network.rows
        approach = Approach(network)
        states = .allocate(capacity: network.portCount)
        states.initialize(repeating: PortState())
        ridden = .allocate(capacity: rows.count / 64 + 1)
        ridden.initialize(repeating: 0)
        labels.reserveCapacity(1024)
        touched.reserveCapacity(1024)
    }

    deinit {
        states.deallocate()
        ridden.deallocate()
    }

    /// All distinct routes that the passes find, in no order and not yet cut to the limit (RTG-4).
    mutating func findRoutes(from origin: Int32, to destination: Int32, before deadline: Int64, search: RouteSearch) -> [FoundRoute] {
        minimumConnection = search.minimumConnection
        self.origin = origin
        self.destination = destination
        var found: [FoundRoute] = []
        var departAfter = search.departAfter.epochMilliseconds
        var standing: [FoundRoute] = []
        while found.count < search.limit {
            let routes = runPass(departAfter: departAfter, before: deadline, maxLegs: search.maxLegs, standing: standing)
            for route in routes where !found.contains(route) { found.append(route) }
            // A load time lies before a deadline, so 1 ms more is still an instant. The first load of all is new with each pass, so the
            // passes come to an end.
            guard let firstLoad = routes.lazy.map(\.loadTime).min() else { break }
            departAfter = firstLoad + 1
            standing = routes.filter { $0.loadTime > firstLoad }
        }
        return found
    }

    /// One pass: for each number of legs at which the destination has a label before the deadline, its route.
    private mutating func runPass(departAfter: Int64, before deadline: Int64, maxLegs: Int, standing: [FoundRoute]) -> [FoundRoute] {
        begin(departAfter: departAfter, before: deadline)
        var routes: [FoundRoute] = []
        var firstOfRound = 0
        for leg in 1...maxLegs {
            round += 1
            if let route = standing.first(where: { $0.rides.count == leg }) {
                bound = route.arrival
                routes.append(route)
            } else if let last = lastLeg(departAfter: departAfter) {
                bound = last.arrival
                routes.append(route(endingWith: last))
            }
            if let next = standing.first(where: { $0.rides.count == leg + 1 }) { bound = min(bound, next.arrival) }
            if leg == maxLegs { break }
            let endOfRound = labels.count
            chooseApproach(frontier: endOfRound - firstOfRound)
            for label in firstOfRound..<endOfRound { board(with: labels[label]) }
            firstOfRound = endOfRound
            makeLabels()
            if labels.count == firstOfRound {
                routes += standing.filter { $0.rides.count > leg }
                break
            }
        }
        return routes
    }

    /// Takes the tightest approach there is, or makes one where there are enough labels to be pruned with it.
    private mutating func chooseApproach(frontier: Int) {
        guard frontier > 32, bound < approach.bound else { return }
        approach.lookBack(
            from: destination,
            before: bound,
            to: origin,
            minimumConnection: minimumConnection,
            size: 256
        )
    }

    private mutating func begin(departAfter: Int64, before deadline: Int64) {
        if pass > 0 { ridden.update(repeating: 0) }
        pass += 1
        bound = deadline
        if approach.bound < deadline { approach.forget() }
        labels.removeAll(keepingCapacity: true)
        labels.append(Label(port: origin, load: -1, unload: -1, predecessor: -1, ready: departAfter, readyBefore: .max))
        states[Int(origin)] = PortState(pass: pass, round: round, label: 0, arrival: departAfter, ready: departAfter)
    }

    /// The best candidate for a label at the destination in this round, if it comes before the bound.
    private func lastLeg(departAfter: Int64) -> Candidate? {
        var best: Candidate?
        let calls = network.arrivals.calls(at: destination)
        var place = network.arrivals.firstPlace(at: destination, from: departAfter)
        while place < calls.count, calls[place].time < bound {
            let call = calls[place]
            place += 1
            if let best, call.time > best.arrival { break }
            var movement = Int(call.movement)
            while rows[movement].departure >= departAfter {
                let row = rows[movement]
                let state = states[Int(row.from)]
                if state.pass == pass, state.ready <= row.departure {
                    let candidate = Candidate(
                        load: Int32(movement),
                        unload: call.movement,
                        predecessor: state.label,
                        arrival: call.time,
                        loadTime: row.departure
                    )
                    if best.map({ comesFirst(candidate, $0) }) ?? true { best = candidate }
                    break
                }
                movement -= 1
            }
        }
        return best
    }

    /// Rides every voyage that can be boarded with a label and could not with an earlier one of that port.
    private mutating func board(with label: Label) {
        let calls = network.departures.calls(at: label.port)
        let end = min(bound, label.readyBefore)
        var place = network.departures.firstPlace(at: label.port, from: label.ready)
        while place < calls.count, calls[place].time < end {
            let call = calls[place]
            place += 1
            let movement = Int(call.movement)
            if call.time + Int64(call.duration) < bound, ridden[movement >> 6] & (1 << UInt64(movement & 63)) == 0,
                mayLead(movement, call.time)
            {
                ride(from: movement)
            }
        }
    }

    @inline(__always)
    private func mayLead(_ movement: Int, _ departure: Int64) -> Bool {
        approach.mayLead(movement, departingAt: departure)
    }

    /// Walks along a voyage, gets on anew wherever that is possible, and offers each port on the way a candidate.
    private mutating func ride(from first: Int) {
        var movement = first
        var load = Int32(first)
        var loadTime: Int64 = 0
        var predecessor: Int32 = -1
        while true {
            let row = rows[movement]
            let bit: UInt64 = 1 << UInt64(movement & 63)
            guard row.arrival < bound, ridden[movement >> 6] & bit == 0 else { return }
            guard mayLead(movement, row.departure) else { return }
            ridden[movement >> 6] |= bit
            let from = states[Int(row.from)]
            if from.pass == pass, from.ready <= row.departure {
                load = Int32(movement)
                loadTime = row.departure
                predecessor = from.label
            }
            offer(row, movement, load, loadTime, predecessor)
            movement += 1
        }
    }

    @inline(__always)
    private mutating func offer(_ row: VoyageNetwork.Row, _ movement: Int, _ load: Int32, _ loadTime: Int64, _ predecessor: Int32) {
        let state = states.baseAddress! + Int(row.to)
        if state.pointee.pass != pass { state.pointee = PortState(pass: pass) }
        guard row.arrival <= state.pointee.arrival else { return }
        let (ready, overflows) = row.arrival.addingReportingOverflow(minimumConnection)
        guard !overflows, approach.mayLead(fromPort: row.to, readyAt: ready) else { return }
        if row.arrival == state.pointee.arrival {
            guard state.pointee.round == round else { return }
            let standing = Candidate(
                load: state.pointee.load,
                unload: state.pointee.unload,
                predecessor: state.pointee.predecessor,
                arrival: state.pointee.arrival,
                loadTime: state.pointee.loadTime
            )
            let candidate = Candidate(
                load: load,
                unload: Int32(movement),
                predecessor: predecessor,
                arrival: row.arrival,
                loadTime: loadTime
            )
            guard comesFirst(candidate, standing) else { return }
        } else if state.pointee.round != round {
            state.pointee.round = round
            touched.append(row.to)
        }
        state.pointee.arrival = row.arrival
        state.pointee.load = load
        state.pointee.unload = Int32(movement)
        state.pointee.loadTime = loadTime
        state.pointee.predecessor = predecessor
    }

    /// Makes labels of this round's candidates.
    private mutating func makeLabels() {
        for port in touched {
            let state = states.baseAddress! + Int(port)
            let (ready, overflows) = state.pointee.arrival.addingReportingOverflow(minimumConnection)
            labels.append(
                Label(
                    port: port,
                    load: state.pointee.load,
                    unload: state.pointee.unload,
                    predecessor: state.pointee.predecessor,
                    ready: overflows ? .max : ready,
                    readyBefore: state.pointee.ready
                )
            )
            state.pointee.label = Int32(labels.count - 1)
            state.pointee.ready = overflows ? .max : ready
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// The order of RTG-3.
    ///
    /// The last criterion, the load location, never decides: one voyage leaves one port at a time.
    private func comesFirst(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.arrival != right.arrival { return left.arrival < right.arrival }
        if left.loadTime != right.loadTime { return left.loadTime > right.loadTime }
        return network.voyages[Int(network.voyageOfRow[Int(left.load)])] < network.voyages[Int(network.voyageOfRow[Int(right.load)])]
    }

    private func route(endingWith last: Candidate) -> FoundRoute {
        var rides = [FoundRoute.Ride(load: last.load, unload: last.unload)]
        var label = labels[Int(last.predecessor)]
        while label.predecessor >= 0 {
            rides.append(FoundRoute.Ride(load: label.load, unload: label.unload))
            label = labels[Int(label.predecessor)]
        }
        rides.reverse()
        return FoundRoute(rides: rides, loadTime: rows[Int(rides[0].load)].departure, arrival: last.arrival)
    }
}

/// A candidate for a label: a last leg and the label that it goes on from.
private struct Candidate {
    let load: Int32
    let unload: Int32
    let predecessor: Int32
    let arrival: Int64
    let loadTime: Int64
}
