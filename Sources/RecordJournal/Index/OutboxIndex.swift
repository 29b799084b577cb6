/// The locations of all domain events, in 8 bytes per record that has any.
///
/// Records are grouped in blocks. A block has a first sequence number and an offset, so each of its records needs only a distance, a length
/// and an event count. A record that doesn't continue the block begins a new one, and a record too large for this encoding is stored in
/// full.
struct OutboxIndex: Sendable {
    /// The domain events of one record.
    struct Run: Equatable, Sendable {
        let firstSequence: Int64
        let count: Int
        let location: RecordPosition
        var lastSequence: Int64 { firstSequence + Int64(count) - 1 }
    }

    /// Records in one segment whose event numbers follow each other without gaps.
    struct Block: BitwiseCopyable, Sendable {
        let firstSequence: Int64
        let location: UInt64
        /// The position in `runs` of the block's first record.
        let start: UInt64
    }

    private static let blockLimit = 128
    private static let lengthLimit = 1 << 24
    private static let countLimit = 1 << 8

    private(set) var blocks = ChunkedColumn<Block>()
    /// One word per record, from the lowest bits: distance from the block's offset (32 bits), length (24), event count (8).
    ///
    /// Length and count are 0 if the record is in `large`.
    private(set) var runs = ChunkedColumn<UInt64>()
    private(set) var large: [Int: Run] = [:]
    private(set) var nextSequence: Int64 = 1

    init() {}

    /// Restores the index from its parts.
    init(blocks: ChunkedColumn<Block>, runs: ChunkedColumn<UInt64>, large: [Int: Run], nextSequence: Int64) {
        self.blocks = blocks
        self.runs = runs
        self.large = large
        self.nextSequence = nextSequence
    }

    /// Notes the number up to which events were dropped.
    mutating func begin(after sequence: Int64) { nextSequence = max(nextSequence, sequence + 1) }

    /// The number of records with events.
    var count: Int { runs.count }

    mutating func append(_ run: Run) {
        let last = blocks.count - 1
        let isContinued =
            last >= 0 && run.firstSequence == nextSequence && runs.count - Int(blocks[last].start) < Self.blockLimit
            && RecordPosition.segment(ofPacked: blocks[last].location) == run.location.segment
            && (0..<1 << 32).contains(run.location.offset - RecordPosition.offset(ofPacked: blocks[last].location))
        if !isContinued {
            blocks.append(Block(firstSequence: run.firstSequence, location: run.location.packed, start: UInt64(runs.count)))
        }
        let distance = UInt64(run.location.offset - RecordPosition.offset(ofPacked: blocks[blocks.count - 1].location))
        if run.location.length < Self.lengthLimit, run.count < Self.countLimit {
            runs.append(distance | UInt64(run.location.length) << 32 | UInt64(run.count) << 56)
        } else {
            large[runs.count] = run
            runs.append(distance)
        }
        nextSequence = run.lastSequence + 1
    }

    /// Returns the runs from the one that contains the first sequence number after `sequence`, or from the next existing one.
    func runs(after sequence: Int64, limit: Int) -> [Run] {
        // Find the last block that begins at or before the first number wanted.
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].firstSequence - 1 <= sequence { low = middle + 1 } else { high = middle }
        }
        var found: [Run] = []
        var block = max(0, low - 1)
        while block < blocks.count, found.count < limit {
            forEachRun(of: block) { run in
                if run.lastSequence > sequence, found.count < limit { found.append(run) }
            }
            block += 1
        }
        return found
    }

    /// Calls the body with each run, in order.
    func visit(_ body: (Run) -> Void) {
        for block in 0..<blocks.count { forEachRun(of: block, body) }
    }

    private func forEachRun(of number: Int, _ body: (Run) -> Void) {
        let block = blocks[number]
        let end = number + 1 < blocks.count ? Int(blocks[number + 1].start) : runs.count
        var sequence = block.firstSequence
        for place in Int(block.start)..<end {
            let packed = runs[place]
            let run: Run
            if packed >> 32 == 0, let whole = large[place] {
                run = whole
            } else {
                let location = RecordPosition(
                    segment: RecordPosition.segment(ofPacked: block.location),
                    length: UInt32(packed >> 32 & 0xFF_FFFF),
                    offset: RecordPosition.offset(ofPacked: block.location) + Int(packed & 0xFFFF_FFFF)
                )
                run = Run(firstSequence: sequence, count: Int(packed >> 56), location: location)
            }
            body(run)
            sequence = run.lastSequence + 1
        }
    }
}

extension RecordPosition {
    /// The limits of an index: segment numbers and segment lengths must be below these.
    static let segmentLimit: UInt32 = 1 << 24
    static let offsetLimit = 1 << 40

    /// Segment and offset in one word that sorts in journal order.
    var packed: UInt64 {
        precondition(segment < Self.segmentLimit && offset < Self.offsetLimit, "an index holds 2^24 segments of 2^40 bytes")
        return UInt64(segment) << 40 | UInt64(offset)
    }

    init(packed: UInt64, length: UInt32) {
        self.init(segment: Self.segment(ofPacked: packed), length: length, offset: Self.offset(ofPacked: packed))
    }

    static func segment(ofPacked packed: UInt64) -> UInt32 { UInt32(packed >> 40) }
    static func offset(ofPacked packed: UInt64) -> Int { Int(packed & (1 << 40 - 1)) }
}
