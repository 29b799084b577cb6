import CargoDomain

/// One search over a network: the passes of RTG-4 and RTG-7, each of which is made of the rounds of RTG-2.
///
/// Based on RAPTOR and rRAPTOR (Delling, Pajor and Werneck, "Round-Based Public Transit Routing", 2015). A pass depends only on the first time
/// at which a cargo may leave its sources. So the search takes the next few such times (a window), the latest first, and keeps all labels:
/// leaving earlier makes a label only earlier, or better by RTG-3, so each pass has to look only at what one more departure changes. Then it
/// reads the passes that RTG-4 asks for, earliest first, and goes on with the next window if it needs more.
///
/// RTG-2 defines a label for every port and round. The labels of the destination are exactly those of the rules, and so are all labels on the
/// way to them; the rest differs where it can't change the result:
///
/// 1. *Kept labels.* A label of round k that is no earlier than one of the port with fewer legs doesn't exist by RTG-2, but may still be stored.
///    Whatever can be boarded with it was boarded in an earlier round, and by 3 it leads to nothing. `routes` skips such labels of the
///    destination. For the others, RTG-3 compares the same candidates as in a separate pass: one that was offered leaving later is offered
///    leaving earlier too, in that round or in an earlier one that makes the label disappear.
/// 2. *Predecessors.* A route is followed by ports and rounds when it is read. So its first legs are those of this pass, even if its last leg
///    was found in a pass that leaves later.
/// 3. *Each movement once a round.* If a cargo can ride a movement in round m, the movement's arrival is a candidate of round m, in this pass
///    and in all that leave earlier. So the movement makes no label in a round after m. A walk along a voyage also ends where the cargo can
///    board again: RTG-3 prefers the later load, from where another walk continues.
/// 4. *New departures only.* When a label becomes earlier, only the departures before the time at which the port could be left until now are
///    new. The others were boarded in this round or an earlier one.
/// 5. *Last legs first.* The rides that end at the destination are found backwards from its arrivals, once, and listed at their ports of
///    loading. A label of round k there makes labels of round k + 1 at the destination at once, so `bounds` is known a round early.
/// 6. *Bounds.* What round k reaches at or after the time of a label at the destination with at most k + 1 legs, or at or after the deadline,
///    can only lead to a later arrival with as many legs. It yields no itinerary, and can displace only labels that are as useless. For the
///    same reason the search ignores whatever `Approach` knows can't reach the destination by then.
struct RouteFinder: ~Copyable {
    /// A port where the cargo is or will be: its origin, or a call of the ship that carries it.
    struct Source {
        let port: Int32
        /// When it is there.
        let time: Int64
        /// The earliest time at which it can be loaded.
        let ready: Int64
        /// How it gets there, if by ship.
        let ride: FoundRoute.Ride?
    }

    private let memory: VoyageNetwork.Memory
    private let sources: [Source]
    /// The round of the sources' labels: the number of legs that lead there.
    private let base: Int
    private let destination: Int32
    private let maxLegs: Int
    private let minimumConnection: Int64
    private let deadline: Int64
    /// The earliest time at which the cargo can be loaded anywhere.
    private let earliest: Int64

    /// Changed through a local pointer only: with ThreadSanitizer, Swift 6.3.1 can't compile an in-place access through a noncopyable value.
    private let ports: UnsafeMutablePointer<PortState>
    /// A block of labels, one for each round, for each port that was reached.
    private let labels: UnsafeMutablePointer<Label>
    private var blockCount = 0
    /// The destination's labels, by rounds.
    private let ends: UnsafeMutablePointer<Label>
    /// For each round, the earliest time of the destination's labels up to that round, or the deadline.
    private let bounds: UnsafeMutablePointer<Int64>
    /// For each movement, the first round in which a cargo can ride it.
    private let ridden: MovementRounds
    private var lastLegs: [LastLeg] = []
    /// The place of the first arrival at the destination whose last legs aren't listed.
    private var nextArrival: Int

    /// The first time at which a cargo may leave a source in this pass.
    private var start: Int64 = .max
    /// Increases with each round of each pass.
    private var step: Int32 = 0
    /// The ports to board from in this round, and those whose label changed in it.
    private var boarding: [Boarding] = []
    private var changed: [Boarding] = []

    private let lookBack: VoyageNetwork.LookBack
    /// What is known about the way to the destination, for several bounds.
    private let approaches: UnsafeMutablePointer<Approach>
    private var approachCount = 1
    private var approachOfRound: [Int]
    /// How far the last look back went.
    private var span: Int64
    /// The approach of this round.
    private var approach: Approach.View

    /// Prepares a search.
    /// - Parameters:
    ///   - sources: at least one, with different ports.
    ///   - base: the number of legs that lead to the sources, less than the maximum number of legs.
    init(
        _ search: RouteSearch,
        from sources: [Source],
        base: Int,
        to destination: Int32,
        memory: VoyageNetwork.Memory,
        lookBack: VoyageNetwork.LookBack
    ) {
        self.memory = memory
        self.sources = sources
        self.base = base
        self.destination = destination
        self.lookBack = lookBack
        maxLegs = search.maxLegs
        minimumConnection = search.minimumConnection
        deadline = search.bound
        earliest = sources.lazy.map(\.ready).min() ?? 0
        nextArrival = memory.arrivals.firstPlace(at: destination, from: earliest)
        ports = .allocate(capacity: memory.portCount)
        ports.initialize(repeating: PortState(), count: memory.portCount)
        labels = .allocate(capacity: memory.portCount * maxLegs)
        ends = .allocate(capacity: maxLegs + 1)
        ends.initialize(repeating: Label(), count: maxLegs + 1)
        bounds = .allocate(capacity: maxLegs + 1)
        bounds.initialize(repeating: deadline, count: maxLegs + 1)
        ridden = MovementRounds(count: memory.rows.count)
        approaches = .allocate(capacity: maxLegs)
        let origin = base == 0 ? sources.first.map(\.port) : nil
        approaches.initialize(to: Approach(memory, to: destination, from: origin ?? -1, minimumConnection: minimumConnection))
        approach = approaches.pointee.view
        approachOfRound = Array(repeating: 0, count: maxLegs)
        span = max(0, min((deadline - earliest) / 64, 86_400_000))
        boarding.reserveCapacity(256)
        changed.reserveCapacity(256)
    }

    deinit {
        ports.deallocate()
        labels.deallocate()
        ends.deallocate()
        bounds.deallocate()
        approaches.deinitialize(count: approachCount)
        approaches.deallocate()
    }

    /// Returns all distinct routes that the passes find, in no particular order and possibly more than the limit (RTG-4).
    ///
    /// This terminates: each pass leaves later than the one before, so n passes find at least n routes.
    /// - Parameters:
    ///   - limit: the number of routes after which no further pass begins.
    ///   - isCancelled: is asked before each round; if it holds, the search ends with the routes of the windows before this one.
    mutating func findRoutes(limit: Int, unless isCancelled: () -> Bool) -> [FoundRoute] {
        var found: [FoundRoute] = []
        var next: Int64 = .min
        while found.count < limit {
            // Each pass finds at least one new route.
            let starts = nextStarts(from: next, count: limit - found.count)
            guard let last = starts.last else { break }
            beginWindow(until: last)
            var passes: [[FoundRoute]] = []
            for start in starts.reversed() {
                guard beginPass(from: start, unless: isCancelled) else { return found }
                passes.append(routes())
            }
            for (start, routes) in zip(starts, passes.reversed()) where start >= next && found.count < limit {
                for route in routes where !found.contains(route) { found.append(route) }
                guard let first = routes.map({ departure(of: $0.rides[base].load) }).min() else { return found }
                // A load time is before a deadline, so 1 ms later is still an instant.
                next = first + 1
            }
        }
        return found
    }

    /// Returns the next times, in order, at which a voyage leaves a source, up to a number of them.
    private func nextStarts(from time: Int64, count: Int) -> [Int64] {
        var starts: Set<Int64> = []
        for source in sources where source.port != destination {
            let calls = memory.departures.calls(at: source.port)
            var place = memory.departures.firstPlace(at: source.port, from: max(source.ready, time))
            var added = 0
            while place < calls.count, added < count, calls[place].time < deadline {
                starts.insert(calls[place].time)
                if place + 1 == calls.count || calls[place + 1].time != calls[place].time { added += 1 }
                place += 1
            }
        }
        return Array(starts.sorted().prefix(count))
    }

    /// Forgets the labels of passes that leave earlier than those of the next window.
    private mutating func beginWindow(until last: Int64) {
        start = .max
        blockCount = 0
        ridden.removeAll()
        for port in 0..<memory.portCount {
            let state = ports + port
            state.pointee.block = -1
        }
        let bound = sources.first { $0.port == destination }.map { min($0.time, deadline) } ?? deadline
        for round in 0...maxLegs {
            ends[round] = Label()
            bounds[round] = bound
        }
        for source in sources where source.port != destination {
            labels(at: source.port)[base] = Label(time: source.time, load: source.ride?.load ?? -1, unload: source.ride?.unload ?? -1)
        }
        listLastLegs(until: last)
    }

    /// Lists the last legs that may be needed by passes that leave no later than a time: up to the first arrival of a voyage from a source.
    private mutating func listLastLegs(until last: Int64) {
        var bound = bounds[base]
        for source in sources {
            forEachLastLeg(from: source.port, readyAt: max(source.ready, last)) { bound = min(bound, $0.arrival + 1) }
        }
        let calls = memory.arrivals.calls(at: destination)
        while nextArrival < calls.count, calls[nextArrival].time < bound {
            let call = calls[nextArrival]
            nextArrival += 1
            var movement = Int(call.movement)
            while true {
                let row = memory.rows[movement]
                // The gap before the voyage departs before any time searched.
                guard row.departure >= earliest, row.from != destination else { break }
                let state = ports + Int(row.from)
                lastLegs.append(
                    LastLeg(
                        departure: row.departure,
                        arrival: call.time,
                        load: Int32(movement),
                        unload: call.movement,
                        next: state.pointee.lastLeg
                    )
                )
                state.pointee.lastLeg = Int32(lastLegs.count - 1)
                if row.departure >= last, sources.contains(where: { $0.port == row.from && $0.ready <= row.departure }) {
                    bound = min(bound, call.time + 1)
                }
                movement -= 1
            }
        }
    }

    @inline(__always)
    private func forEachLastLeg(from port: Int32, readyAt ready: Int64, _ body: (LastLeg) -> Void) {
        var place = ports[Int(port)].lastLeg
        while place >= 0 {
            let leg = lastLegs[Int(place)]
            if leg.departure >= ready { body(leg) }
            place = leg.next
        }
    }

    /// Runs a pass that leaves earlier than the one before.
    /// - Returns: whether it ended without being cancelled.
    private mutating func beginPass(from start: Int64, unless isCancelled: () -> Bool) -> Bool {
        let end = self.start
        self.start = start
        boarding.removeAll(keepingCapacity: true)
        for source in sources where source.port != destination {
            let ready = max(source.ready, start)
            guard ready < end else { continue }
            boarding.append(Boarding(port: source.port, ready: ready, end: end))
            reachDestination(from: source.port, readyAt: ready, round: base + 1)
        }
        // The last round only reaches the destination, which the last legs do.
        for round in base + 1..<maxLegs where !boarding.isEmpty {
            if isCancelled() { return false }
            step += 1
            chooseApproach(of: round)
            for place in boarding.indices { board(boarding[place], round: round) }
            // Both are at most 2^53 (VAL-TIME-1, RouteSearch), so the sum can't overflow.
            for place in changed.indices { changed[place].ready = labels(at: changed[place].port)[round].time + minimumConnection }
            swap(&boarding, &changed)
            changed.removeAll(keepingCapacity: true)
        }
        return !isCancelled()
    }

    /// Chooses what to know about the way to the destination, and looks back from there if that is likely to save time.
    ///
    /// Any approach is right whose bound isn't before the round's; one with a nearby bound is almost as good.
    private mutating func chooseApproach(of round: Int) {
        // A ride to the destination at the very bound may be part of a route.
        let bound = min(bounds[round + 1] + 1, deadline)
        let nearby = bound + span / 8
        let own = round - base - 1
        if own > 0 {
            let previous = approachOfRound[round - 1]
            if bound...nearby ~= approaches[previous].bound {
                approachOfRound[round] = previous
                approach = approaches[previous].view
                return
            }
        }
        while approachCount <= own {
            (approaches + approachCount).initialize(to: Approach(like: approaches.pointee))
            approachCount += 1
        }
        let ownApproach = approaches + own
        if ownApproach.pointee.bound < bound { ownApproach.pointee.reset() }
        if ownApproach.pointee.bound > nearby, boarding.count > lookBack.leastLabels {
            span = ownApproach.pointee.lookBack(before: bound, over: lookBack.movementCount, from: span)
        }
        approachOfRound[round] = own
        approach = ownApproach.pointee.view
    }

    /// Rides every voyage that can be boarded with a label but couldn't be boarded before.
    private mutating func board(_ boarding: Boarding, round: Int) {
        let calls = memory.departures.calls(at: boarding.port)
        var place = memory.departures.firstPlace(at: boarding.port, from: boarding.ready)
        while place < calls.count, calls[place].time < min(boarding.end, bounds[round + 1]) {
            let call = calls[place]
            let movement = Int(call.movement)
            if call.time + Int64(call.shortestDuration) < bounds[round + 1], ridden[movement] >= round,
                approach.mayLead(movement, departingAt: call.time)
            {
                ride(from: movement, round: round)
            }
            place += 1
        }
    }

    /// Walks along a voyage, and offers each port on the way a label.
    private mutating func ride(from first: Int, round: Int) {
        var movement = first
        while true {
            let row = memory.rows[movement]
            // The gap after the voyage arrives after any time searched.
            guard row.arrival < bounds[round + 1], ridden[movement] >= round, approach.mayLead(movement, departingAt: row.departure),
                movement == first || !canBoard(row, round: round)
            else { return }
            ridden[movement] = round
            if row.to != destination {
                offer(Label(time: row.arrival, load: Int32(first), unload: Int32(movement)), to: row.to, round: round)
            }
            movement += 1
        }
    }

    /// Whether a cargo with a label of the round before can be loaded for a movement.
    @inline(__always)
    private func canBoard(_ row: VoyageNetwork.Row, round: Int) -> Bool {
        let block = ports[Int(row.from)].block
        guard block >= 0 else { return false }
        let time = labels[Int(block) * maxLegs + round - 1].time
        // There is no connection at the origin.
        return row.departure >= (round == 1 ? time : time + minimumConnection) && (round > base + 1 || row.departure >= start)
    }

    @inline(__always)
    private mutating func offer(_ label: Label, to port: Int32, round: Int) {
        let labels = labels(at: port)
        var readyBefore = Label.never
        for earlier in base..<round {
            guard label.time < labels[earlier].time else { return }
            // The sources' labels don't count here: in this pass a cargo may leave there only from `start` on.
            if earlier > base { readyBefore = min(readyBefore, labels[earlier].time) }
        }
        let old = labels[round]
        guard label.time < old.time else {
            if label.time == old.time, comesFirst(label, old) { labels[round] = label }
            return
        }
        guard approach.mayLead(fromPort: port, readyAt: label.time + minimumConnection) else { return }
        labels[round] = label
        let state = ports + Int(port)
        if state.pointee.step != step {
            state.pointee.step = step
            changed.append(Boarding(port: port, ready: label.time, end: min(readyBefore, old.time) + minimumConnection))
        }
        reachDestination(from: port, readyAt: label.time + minimumConnection, round: round + 1)
    }

    /// Offers the destination labels by the last legs from a port.
    @inline(__always)
    private func reachDestination(from port: Int32, readyAt ready: Int64, round: Int) {
        forEachLastLeg(from: port, readyAt: ready) { leg in
            guard leg.arrival < bounds[round - 1], leg.arrival <= ends[round].time else { return }
            let label = Label(time: leg.arrival, load: leg.load, unload: leg.unload)
            guard label.time < ends[round].time || comesFirst(label, ends[round]) else { return }
            ends[round] = label
            for later in round...maxLegs { bounds[later] = min(bounds[later], label.time) }
        }
    }

    /// The port's labels by rounds, of which round `maxLegs` isn't needed.
    @inline(__always)
    private mutating func labels(at port: Int32) -> UnsafeMutablePointer<Label> {
        let state = ports + Int(port)
        if state.pointee.block < 0 {
            state.pointee.block = Int32(blockCount)
            (labels + blockCount * maxLegs).initialize(repeating: Label(), count: maxLegs)
            blockCount += 1
        }
        return labels + Int(state.pointee.block) * maxLegs
    }

    /// The order of RTG-3 among labels of the same time.
    ///
    /// The last criterion, the load location, never decides, because a voyage leaves one port at a time.
    private func comesFirst(_ left: Label, _ right: Label) -> Bool {
        let leftTime = departure(of: left.load)
        let rightTime = departure(of: right.load)
        return leftTime != rightTime ? leftTime > rightTime : voyageNumber(of: left) < voyageNumber(of: right)
    }

    private func voyageNumber(of label: Label) -> VoyageNumber { memory.voyages[Int(memory.voyageOfRow[Int(label.load)])] }

    private func departure(of movement: Int32) -> Int64 { memory.rows[Int(movement)].departure }

    /// Returns a route for each number of legs at which the destination has a label before the deadline.
    private func routes() -> [FoundRoute] {
        (base + 1...maxLegs).compactMap { legCount in
            let last = ends[legCount]
            guard last.time < bounds[legCount - 1] else { return nil }
            var rides: [FoundRoute.Ride] = []
            var label = last
            var round = legCount
            // The label of the origin has no leg.
            while label.load >= 0 {
                rides.append(FoundRoute.Ride(load: label.load, unload: label.unload))
                if round == base { break }
                round -= 1
                label = labels[Int(ports[Int(memory.rows[Int(label.load)].from)].block) * maxLegs + round]
            }
            rides.reverse()
            return FoundRoute(rides: rides, loadTime: departure(of: rides[0].load), arrival: last.time)
        }
    }
}

/// A label of RTG-2: a time, and the leg that arrives then.
private struct Label {
    /// Later than every time; a connection can be added without overflow.
    static let never: Int64 = 1 << 62

    var time = Label.never
    /// The movements on which the leg begins and ends; -1 for the label of the origin.
    var load: Int32 = -1
    var unload: Int32 = -1
}

/// The departures of a port that can be boarded with a new label: from `ready` on, and before `end`.
private struct Boarding {
    let port: Int32
    var ready: Int64
    let end: Int64
}

/// A ride to the destination, in a list of the port where it begins.
private struct LastLeg {
    let departure: Int64
    let arrival: Int64
    let load: Int32
    let unload: Int32
    /// The place of the port's next one, or -1.
    let next: Int32
}

/// The state of a port in the search.
private struct PortState {
    /// The last step that changed a label.
    var step: Int32 = 0
    /// The number of its block of labels, or -1.
    var block: Int32 = -1
    /// The place of its first last leg, or -1.
    var lastLeg: Int32 = -1
}
