/// The movements from which a destination can still be reached before a bound, as far back in time as the search looked.
///
/// A backward search from the destination's arrivals marks movements until it has marked enough. After the horizon, the set is complete: a
/// movement that departs later and isn't marked can't reach the destination in time with any number of legs. A search that knows this skips most
/// movements of the last days before the arrival, which are most of those that it would otherwise read.
struct Approach: ~Copyable {
    /// What was found, for the inner loops of a search; valid as long as the approach isn't changed.
    struct View {
        /// Every useful movement that departs after this time is marked; `.max` until `lookBack` is called.
        fileprivate var horizon: Int64 = .max
        fileprivate let marks: UnsafeMutablePointer<UInt64>
        /// For each port, the last departure that reaches the destination in time.
        fileprivate let lastDepartures: UnsafeMutablePointer<Int64>

        /// Whether a cargo on this movement may still reach the destination in time.
        @inline(__always)
        func mayLead(_ movement: Int, departingAt time: Int64) -> Bool {
            time <= horizon || marks[movement >> 6] & (1 << UInt64(movement & 63)) != 0
        }

        /// Whether a cargo that is ready at a port from this time on may still reach the destination in time.
        @inline(__always)
        func mayLead(fromPort port: Int32, readyAt time: Int64) -> Bool { time <= horizon || lastDepartures[Int(port)] >= time }
    }

    /// What lies at or before the horizon, to be continued when it moves: arrivals at a port, or the movements of a voyage.
    ///
    /// The horizon moves back step by step rather than from event to event, which would need a priority queue.
    private struct Rest {
        /// The time of the last of the arrivals, or of the last movement's departure; too late for a movement of 49 days or more.
        let time: Int64
        /// The port, or -1.
        let port: Int32
        /// The arrivals before this place are left, or the movements up to this one.
        let end: Int32
        /// The place of the first of the arrivals.
        let first: Int32
    }

    /// The time before which the destination must be reached; `.max` until `lookBack` is called.
    private(set) var bound: Int64 = .max
    private(set) var view: View
    private let memory: VoyageNetwork.Memory
    private let destination: Int32
    private let origin: Int32
    private let minimumConnection: Int64
    /// The entries written to the view's memory, so that `reset` can remove them.
    private var marked: [Int32] = []
    private var reached: [Int32] = []
    private var open: [Rest] = []
    private var rest: [Rest] = []

    /// Starts without knowledge: any movement may reach the destination.
    /// - Parameter origin: a port beyond which to look no further back, or -1.
    init(_ memory: VoyageNetwork.Memory, to destination: Int32, from origin: Int32, minimumConnection: Int64) {
        self.memory = memory
        self.destination = destination
        self.origin = origin
        self.minimumConnection = minimumConnection
        let words = memory.rows.count / 64 + 1
        view = View(marks: .allocate(capacity: words), lastDepartures: .allocate(capacity: memory.portCount))
        view.marks.initialize(repeating: 0, count: words)
        view.lastDepartures.initialize(repeating: .min, count: memory.portCount)
    }

    /// Starts without knowledge, for the same ports.
    init(like other: borrowing Approach) {
        self.init(other.memory, to: other.destination, from: other.origin, minimumConnection: other.minimumConnection)
    }

    deinit {
        view.marks.deallocate()
        view.lastDepartures.deallocate()
    }

    /// Forgets everything.
    mutating func reset() {
        for movement in marked { view.marks[Int(movement) >> 6] = 0 }
        for port in reached { view.lastDepartures[Int(port)] = .min }
        marked.removeAll(keepingCapacity: true)
        reached.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        bound = .max
        view.horizon = .max
    }

    /// Marks all movements by which a cargo may reach the destination before a bound and that depart after the horizon.
    ///
    /// Moves the horizon back until it has marked `count` movements. Skips movements that leave the destination, and movements of a voyage
    /// before it calls at the origin.
    /// - Parameter last: how far the last look back went; this one starts with a little less.
    /// - Returns: how far this one went.
    mutating func lookBack(before bound: Int64, over count: Int, from last: Int64) -> Int64 {
        reset()
        self.bound = bound
        let end = memory.arrivals.firstPlace(at: destination, from: bound)
        open.append(Rest(time: bound, port: destination, end: Int32(end), first: 0))
        var span = last - last / 4
        view.horizon = bound - span
        while true {
            while let next = open.popLast() {
                if next.port >= 0 { followArrivals(next) } else { followVoyage(from: Int(next.end)) }
            }
            guard marked.count < count, !rest.isEmpty else { break }
            span += span / 8 + 1
            view.horizon = bound - span
            var kept = 0
            for place in rest.indices {
                if rest[place].time > view.horizon {
                    open.append(rest[place])
                } else {
                    rest[kept] = rest[place]
                    kept += 1
                }
            }
            rest.removeLast(rest.count - kept)
        }
        if rest.isEmpty { view.horizon = .min }
        rest.removeAll(keepingCapacity: true)
        return span
    }

    @inline(__always)
    private mutating func followArrivals(_ arrivals: Rest) {
        let calls = memory.arrivals.calls(at: arrivals.port)
        var place = Int(arrivals.end)
        while place > arrivals.first {
            let call = calls[place - 1]
            if call.time <= view.horizon {
                rest.append(Rest(time: call.time, port: arrivals.port, end: Int32(place), first: arrivals.first))
                return
            }
            place -= 1
            // A movement of 49 days or more counts as departing later than it does, so this may look at more than necessary.
            let departure = call.time - Int64(call.shortestDuration)
            if departure <= view.horizon {
                rest.append(Rest(time: departure, port: -1, end: call.movement, first: 0))
            } else {
                followVoyage(from: Int(call.movement))
            }
        }
    }

    @inline(__always)
    private mutating func followVoyage(from last: Int) {
        var movement = last
        while true {
            let row = memory.rows[movement]
            // The gap before the voyage departs before any time searched.
            guard row.departure >= 0, row.from != destination else { return }
            if row.departure <= view.horizon {
                rest.append(Rest(time: row.departure, port: -1, end: Int32(movement), first: 0))
                return
            }
            let bit: UInt64 = 1 << UInt64(movement & 63)
            guard view.marks[movement >> 6] & bit == 0 else { return }
            // Not `|=`: with ThreadSanitizer, Swift 6.3.1 can't compile an in-place access through a noncopyable value.
            view.marks[movement >> 6] = view.marks[movement >> 6] | bit
            marked.append(Int32(movement))
            let last = view.lastDepartures[Int(row.from)]
            if last < row.departure {
                view.lastDepartures[Int(row.from)] = row.departure
                if last == .min { reached.append(row.from) }
                if row.from != origin {
                    let end = memory.arrivals.firstPlace(at: row.from, from: row.departure - minimumConnection + 1)
                    let first = last == .min ? 0 : memory.arrivals.firstPlace(at: row.from, from: last - minimumConnection + 1)
                    if first < end { open.append(Rest(time: row.departure, port: row.from, end: Int32(end), first: Int32(first))) }
                }
            }
            if row.from == origin { return }
            movement -= 1
        }
    }
}
