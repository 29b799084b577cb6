/// The movements from which a destination can still be reached before a bound, as far back in time as it was worth to look.
///
/// Found by going backwards from the destination's arrivals, latest departure first, until enough movements are known. After `horizon`
/// it is complete: a movement that departs later and is not marked leads nowhere in time, with any number of legs.
struct Approach: ~Copyable {
    /// The time before which the destination has to be reached.
    private(set) var bound: Int64 = .max
    /// What departs after this is known; nothing is known at first.
    private var horizon: Int64 = .max
    /// One bit a movement.
    private let marks: UnsafeMutableBufferPointer<UInt64>
    private var marked: [Int32] = []
    /// For each port the last departure that leads to the destination in time.
    private let lastDepartures: UnsafeMutableBufferPointer<Int64>
    private var reached: [Int32] = []
    private var events = LatestFirst()
    private let network: RouteFinder.Network

    /// Something that may be of use, at a time: to depart with a movement, or to arrive with a call of a port.
    private struct Event {
        let time: Int64
        /// The movement that departs, or -1.
        let movement: Int32
        let port: Int32
        /// The place of the arrival among the port's.
        let place: Int
    }

    init(_ network: RouteFinder.Network) {
        self.network = network
        marks = .allocate(capacity: network.rows.count / 64 + 1)
        marks.initialize(repeating: 0)
        lastDepartures = .allocate(capacity: network.portCount)
        lastDepartures.initialize(repeating: .min)
    }

    deinit {
        marks.deallocate()
        lastDepartures.deallocate()
    }

    mutating func forget() {
        for movement in marked { marks[Int(movement) >> 6] = 0 }
        for port in reached { lastDepartures[Int(port)] = .min }
        marked.removeAll(keepingCapacity: true)
        reached.removeAll(keepingCapacity: true)
        events.removeAll()
        bound = .max
        horizon = .max
    }

    /// Looks back from the arrivals at the destination before a bound, over so many movements.
    mutating func lookBack(from destination: Int32, before bound: Int64, to origin: Int32, minimumConnection: Int64, size: Int) {
        forget()
        self.bound = bound
        horizon = .min
        events.pushArrival(at: destination, before: network.arrivals.firstPlace(at: destination, from: bound), network)
        while let event = events.pop() {
            if event.movement < 0 {
                events.pushDeparture(before: network.arrivals.calls(at: event.port)[event.place])
                events.pushArrival(at: event.port, before: event.place, network)
                continue
            }
            let movement = Int(event.movement)
            let bit: UInt64 = 1 << UInt64(movement & 63)
            let port = network.rows[movement].from
            guard marks[movement >> 6] & bit == 0, port != destination else { continue }
            if marked.count == size {
                horizon = event.time
                break
            }
            marked.append(event.movement)
            marks[movement >> 6] |= bit
            let isNew = lastDepartures[Int(port)] == .min
            if isNew {
                lastDepartures[Int(port)] = event.time
                reached.append(port)
            }
            guard port != origin else { continue }
            let previous = network.rows[movement - 1]
            // A gap departs before all times: nothing comes before a voyage's first movement.
            if previous.departure >= 0 { events.push(Event(time: previous.departure, movement: event.movement - 1, port: 0, place: 0)) }
            if isNew {
                let (limit, overflows) = event.time.subtractingReportingOverflow(minimumConnection)
                if !overflows {
                    events.pushArrival(at: port, before: network.arrivals.firstPlace(at: port, from: limit + 1), network)
                }
            }
        }
    }

    /// Whether a cargo on this movement may still come to the destination in time.
    @inline(__always)
    func mayLead(_ movement: Int, departingAt time: Int64) -> Bool {
        time <= horizon || marks[movement >> 6] & (1 << UInt64(movement & 63)) != 0
    }

    /// Whether a cargo that can be loaded at a port from a time on may still come to the destination in time.
    @inline(__always)
    func mayLead(fromPort port: Int32, readyAt time: Int64) -> Bool { time <= horizon || lastDepartures[Int(port)] >= time }

    /// A binary heap of events, the latest on top.
    private struct LatestFirst {
        private var heap: [Event] = []

        mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

        mutating func pushDeparture(before arrival: PortTimetable.Call) {
            push(Event(time: arrival.time - Int64(arrival.duration), movement: arrival.movement, port: 0, place: 0))
        }

        mutating func pushArrival(at port: Int32, before place: Int, _ network: RouteFinder.Network) {
            guard place > 0 else { return }
            push(Event(time: network.arrivals.calls(at: port)[place - 1].time, movement: -1, port: port, place: place - 1))
        }

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
}
