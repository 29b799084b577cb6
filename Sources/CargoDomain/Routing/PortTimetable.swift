/// The calls of voyages at ports, in one flat array: each port's in a block of its own, ordered by time.
///
/// A block that is full moves to the end with twice the room, so that at most half of the array lies idle.
struct PortTimetable: Sendable {
    /// A departure from, or an arrival at, a port.
    struct Call: Sendable {
        /// When, in milliseconds since 1970.
        let time: Int64
        /// The movement that departs or arrives.
        let movement: Int32
        /// How long that movement takes at least: exact up to 49 days, in milliseconds.
        let duration: UInt32

        init(time: Int64, movement: Int32, duration: Int64) {
            self.time = time
            self.movement = movement
            self.duration = UInt32(clamping: duration)
        }
    }

    /// Where a port's calls lie.
    struct Block: Sendable {
        var start = 0
        var count = 0
        var capacity = 0
        var first: Int64 = 0
        var last: Int64 = 0
    }

    /// A call to add, with its port.
    typealias Addition = (port: Int32, call: Call)

    /// All blocks, with idle room among them.
    private(set) var calls: [Call] = []
    /// One block for each port.
    private(set) var blocks: [Block] = []

    /// The calls of one port, earliest first.
    func calls(at port: Int32) -> ArraySlice<Call> {
        let block = blocks[Int(port)]
        return calls[block.start..<block.start + block.count]
    }

    /// Makes room for one more port.
    mutating func addPort() { blocks.append(Block()) }

    /// Takes out the calls of a port for which a condition holds.
    /// - Returns: how many entries were looked at.
    mutating func remove(at port: Int32, where isStale: (Call) -> Bool) -> Int {
        let block = blocks[Int(port)]
        var kept = block.start
        for place in block.start..<block.start + block.count where !isStale(calls[place]) {
            calls[kept] = calls[place]
            kept += 1
        }
        blocks[Int(port)].count = kept - block.start
        noteSpan(Int(port))
        return block.count
    }

    /// Adds calls to their ports.
    /// - Parameter additions: in any order; they are sorted by port and time here.
    /// - Returns: how many entries were written.
    mutating func add(_ additions: inout [Addition]) -> Int {
        additions.sort { $0.port != $1.port ? $0.port < $1.port : $0.call.time < $1.call.time }
        var written = 0
        var first = 0
        while first < additions.count {
            var end = first + 1
            while end < additions.count, additions[end].port == additions[first].port { end += 1 }
            written += merge(additions[first..<end], into: Int(additions[first].port))
            first = end
        }
        return written
    }

    private mutating func merge(_ additions: ArraySlice<Addition>, into port: Int) -> Int {
        let moved = reserve(blocks[port].count + additions.count, for: port)
        let start = blocks[port].start
        var old = start + blocks[port].count
        var place = old + additions.count
        blocks[port].count += additions.count
        for (_, call) in additions.reversed() {
            while old > start, calls[old - 1].time > call.time {
                old -= 1
                place -= 1
                calls[place] = calls[old]
            }
            place -= 1
            calls[place] = call
        }
        noteSpan(port)
        return moved + (start + blocks[port].count - place)
    }

    private mutating func noteSpan(_ port: Int) {
        let block = blocks[port]
        guard block.count > 0 else { return }
        blocks[port].first = calls[block.start].time
        blocks[port].last = calls[block.start + block.count - 1].time
    }

    private mutating func reserve(_ capacity: Int, for port: Int) -> Int {
        let block = blocks[port]
        guard capacity > block.capacity else { return 0 }
        let grown = Block(start: calls.count, count: block.count, capacity: max(capacity, 2 * block.capacity))
        calls.append(contentsOf: repeatElement(Call(time: .max, movement: 0, duration: 0), count: grown.capacity))
        for offset in 0..<block.count { calls[grown.start + offset] = calls[block.start + offset] }
        blocks[port] = grown
        return block.count
    }
}

extension PortTimetable {
    /// The timetable's memory, for a search that must not check or retain anything on its way.
    struct Unsafe {
        fileprivate let calls: UnsafeBufferPointer<Call>
        fileprivate let blocks: UnsafeBufferPointer<Block>

        /// The calls of one port, earliest first.
        @inline(__always)
        func calls(at port: Int32) -> UnsafeBufferPointer<Call> {
            let block = blocks[Int(port)]
            return UnsafeBufferPointer(start: calls.baseAddress.unsafelyUnwrapped + block.start, count: block.count)
        }

        @inline(__always)
        func firstPlace(at port: Int32, from time: Int64) -> Int {
            let block = blocks[Int(port)]
            guard block.count > 0, time > block.first else { return 0 }
            guard time <= block.last else { return block.count }
            return PortTimetable.firstPlace(in: calls(at: port), from: time, block.first, block.last)
        }
    }

    /// Lends the memory for the time of a call.
    func withUnsafeCalls<Answer>(_ body: (Unsafe) -> Answer) -> Answer {
        calls.withUnsafeBufferPointer { calls in
            blocks.withUnsafeBufferPointer { blocks in body(Unsafe(calls: calls, blocks: blocks)) }
        }
    }

    /// The first place in calls ordered by time that is not before a time.
    ///
    /// Calls are spread over the time more or less evenly, so this begins where such a call should be and widens from there.
    @inline(__always)
    static func firstPlace(in calls: UnsafeBufferPointer<Call>, from time: Int64, _ first: Int64, _ last: Int64) -> Int {
        // first < time <= last. Between low and high, calls[low].time < time <= calls[high].time.
        let guess = Int(Double(time - first) / Double(last - first) * Double(calls.count - 1))
        var low = guess
        var high = guess
        var stride = 1
        if calls[guess].time < time {
            repeat {
                low = high
                high = min(high + stride, calls.count - 1)
                stride *= 2
            } while calls[high].time < time
        } else {
            repeat {
                high = low
                low = max(low - stride, 0)
                stride *= 2
            } while calls[low].time >= time
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if calls[middle].time < time { low = middle } else { high = middle }
        }
        return high
    }
}
