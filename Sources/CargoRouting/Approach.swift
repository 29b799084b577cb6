import CargoDomain

/// The movements from which a destination can still be reached before a bound, as far back in time as the search looked.
///
/// A backward search from the destination's arrivals marks movements, latest departure first, until it has marked enough. After the horizon, the
/// set is complete: a movement that departs later and isn't marked can't reach the destination in time with any number of legs. A search that
/// knows this skips most movements of the last days before the arrival, which are most of those that it would otherwise read.
struct Approach: ~Copyable {
    /// The time before which the destination must be reached; `.max` until `lookBack` is called.
    private(set) var bound: Int64 = .max
    /// Every useful movement that departs after this time is marked; `.max` until `lookBack` is called.
    private var horizon: Int64 = .max
    private let marks: MovementMarks
    /// For each port, the last departure that reaches the destination in time.
    private let lastDepartures: UnsafeMutableBufferPointer<Int64>
    /// The entries written to the two above, so that `reset` can remove them.
    private var marked: [Int32] = []
    private var reached: [Int32] = []
    private var events = LatestFirst()
    private let memory: VoyageNetwork.Memory

    /// Starts without knowledge: any movement may reach the destination.
    init(_ memory: VoyageNetwork.Memory) {
        self.memory = memory
        marks = MovementMarks(count: memory.rows.count)
        lastDepartures = .allocate(capacity: memory.portCount)
        lastDepartures.initialize(repeating: .min)
    }

    deinit { lastDepartures.deallocate() }

    /// Whether a cargo on this movement may still reach the destination in time.
    @inline(__always)
    func mayLead(_ movement: Int, departingAt time: Int64) -> Bool { time <= horizon || marks.contains(movement) }

    /// Whether a cargo that is ready at a port from this time on may still reach the destination in time.
    @inline(__always)
    func mayLead(fromPort port: Int32, readyAt time: Int64) -> Bool { time <= horizon || lastDepartures[Int(port)] >= time }

    /// Forgets everything.
    mutating func reset() {
        for movement in marked { marks.removeWithNeighbours(Int(movement)) }
        for port in reached { lastDepartures[Int(port)] = .min }
        marked.removeAll(keepingCapacity: true)
        reached.removeAll(keepingCapacity: true)
        events.removeAll()
        bound = .max
        horizon = .max
    }

    /// Marks the `count` last-departing movements by which a cargo from the origin may reach the destination before a bound.
    ///
    /// Skips movements that leave the destination, and movements of a voyage before it calls at the origin.
    mutating func lookBack(from destination: Int32, before bound: Int64, to origin: Int32, minimumConnection: Int64, over count: Int) {
        reset()
        self.bound = bound
        horizon = .min
        pushArrival(at: destination, before: memory.arrivals.firstPlace(at: destination, from: bound))
        while let event = events.pop() {
            if let arrival = event.arrival {
                let call = memory.arrivals.calls(at: event.index)[arrival]
                // A movement of 49 days or more counts as departing later than it does, so this may mark more than necessary, which is harmless.
                events.push(Event(time: call.time - Int64(call.shortestDuration), index: call.movement, arrival: nil))
                pushArrival(at: event.index, before: arrival)
                continue
            }
            let movement = Int(event.index)
            let row = memory.rows[movement]
            guard row.from != destination, !marks.contains(movement) else { continue }
            if marked.count == count {
                horizon = event.time
                break
            }
            marks.insert(movement)
            marked.append(event.index)
            let isFirstOfPort = lastDepartures[Int(row.from)] == .min
            if isFirstOfPort {
                lastDepartures[Int(row.from)] = event.time
                reached.append(row.from)
            }
            guard row.from != origin else { continue }
            let previous = memory.rows[movement - 1]
            if previous.departure >= 0 { events.push(Event(time: previous.departure, index: event.index - 1, arrival: nil)) }
            if isFirstOfPort {
                pushArrival(at: row.from, before: memory.arrivals.firstPlace(at: row.from, from: event.time - minimumConnection + 1))
            }
        }
    }

    private mutating func pushArrival(at port: Int32, before place: Int) {
        guard place > 0 else { return }
        events.push(Event(time: memory.arrivals.calls(at: port)[place - 1].time, index: port, arrival: place - 1))
    }
}

/// An event of the backward search: a movement departs, or a voyage arrives at a port.
private struct Event {
    let time: Int64
    /// The movement, or the port.
    let index: Int32
    /// The index of the arrival among the port's arrivals; nil for a departure.
    let arrival: Int?
}

/// A binary heap with the latest event on top.
private struct LatestFirst {
    private var heap: [Event] = []

    mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

    mutating func push(_ event: Event) {
        heap.append(event)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[parent].time < event.time else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = event
    }

    mutating func pop() -> Event? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return top }
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].time > heap[child].time { child += 1 }
            guard heap[child].time > last.time else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = last
        return top
    }
}
