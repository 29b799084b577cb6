import CargoDomain

/// The calls of voyages at ports in one flat array, with one block for each port, ordered by time.
///
/// A full block moves to the end with twice the capacity, so unused space stays within a constant factor of the used space.
struct PortTimetable: Sendable {
    /// A departure from, or an arrival at, a port.
    struct Call: Sendable {
        /// The time in milliseconds since 1970.
        let time: Int64
        /// The movement that departs or arrives.
        let movement: Int32
        /// The movement's duration in milliseconds, clamped to 32 bits (49 days).
        let shortestDuration: UInt32

        init(time: Int64, movement: Int32, duration: Int64) {
            self.time = time
            self.movement = movement
            shortestDuration = UInt32(clamping: duration)
        }
    }

    /// The place of a port's calls in `calls`, and the times of the first and last call.
    struct Block: Sendable {
        var start = 0
        var count = 0
        var capacity = 0
        var first: Int64 = 0
        var last: Int64 = 0
    }

    /// A call to add to a port.
    typealias Addition = (port: Int32, call: Call)

    /// All blocks, with unused space between them.
    private(set) var calls: [Call] = []
    /// One block for each port.
    private(set) var blocks: [Block] = []

    /// Adds a port.
    mutating func addPort() { blocks.append(Block()) }

    /// Removes the calls of a port for which `isStale` holds.
    /// - Returns: the number of entries examined.
    mutating func remove(at port: Int32, where isStale: (Call) -> Bool) -> Int {
        let block = blocks[Int(port)]
        var kept = block.start
        for place in block.start..<block.start + block.count where !isStale(calls[place]) {
            calls[kept] = calls[place]
            kept += 1
        }
        blocks[Int(port)].count = kept - block.start
        noteTimes(of: Int(port))
        return block.count
    }

    /// Adds calls to their ports.
    /// - Parameter additions: in any order; this sorts them by port and time.
    /// - Returns: the number of entries written.
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

    /// Merges from the back, so that it moves only entries after the earliest addition.
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
        noteTimes(of: port)
        return moved + (start + blocks[port].count - place)
    }

    private mutating func reserve(_ capacity: Int, for port: Int) -> Int {
        let block = blocks[port]
        guard capacity > block.capacity else { return 0 }
        blocks[port].start = calls.count
        blocks[port].capacity = max(capacity, 2 * block.capacity)
        calls.append(contentsOf: repeatElement(Call(time: 0, movement: 0, duration: 0), count: blocks[port].capacity))
        for offset in 0..<block.count { calls[blocks[port].start + offset] = calls[block.start + offset] }
        return block.count
    }

    private mutating func noteTimes(of port: Int) {
        let block = blocks[port]
        guard block.count > 0 else { return }
        blocks[port].first = calls[block.start].time
        blocks[port].last = calls[block.start + block.count - 1].time
    }
}

extension PortTimetable {
    /// The timetable's memory, borrowed by a search so that it does no bounds checks and no reference counting.
    struct Memory {
        fileprivate let calls: UnsafeBufferPointer<Call>
        fileprivate let blocks: UnsafeBufferPointer<Block>

        /// The calls of one port, earliest first.
        @inline(__always)
        func calls(at port: Int32) -> UnsafeBufferPointer<Call> {
            let block = blocks[Int(port)]
            return UnsafeBufferPointer(start: calls.baseAddress! + block.start, count: block.count)
        }

        /// Returns the index of a port's first call at or after a time, or the number of its calls if there is none.
        ///
        /// Calls are spread fairly evenly over time, so this starts at the interpolated index and widens the range from there. That takes fewer
        /// reads than a binary search, and at most twice as many.
        @inline(__always)
        func firstPlace(at port: Int32, from time: Int64) -> Int {
            let block = blocks[Int(port)]
            guard block.count > 0, time > block.first else { return 0 }
            guard time <= block.last else { return block.count }
            let calls = calls(at: port)
            // From here on: calls[low].time < time <= calls[high].time, once both are known.
            var low = Self.share(of: time - block.first, in: block.last - block.first, of: block.count - 1)
            var high = low
            var stride = 1
            if calls[low].time < time {
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

        /// Returns approximately `count * part / whole`, for 0 < part <= whole.
        ///
        /// Shifts the times to 31 bits so that the product fits.
        @inline(__always)
        private static func share(of part: Int64, in whole: Int64, of count: Int) -> Int {
            let shift = max(0, Int64(33 - whole.leadingZeroBitCount))
            return Int(part >> shift) * count / Int(whole >> shift)
        }
    }

    /// Lends the memory for the duration of a call.
    func withMemory<Answer>(_ body: (Memory) -> Answer) -> Answer {
        calls.withUnsafeBufferPointer { calls in
            blocks.withUnsafeBufferPointer { blocks in body(Memory(calls: calls, blocks: blocks)) }
        }
    }
}
