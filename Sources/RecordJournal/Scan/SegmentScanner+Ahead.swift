#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Checking chunks of a segment on all processors, ahead of the scan that takes their records in order.
///
/// A line ends at its first newline, and in a sound segment every line is a record, so chunks can begin anywhere. The first chunk that
/// isn't sound, for any reason, ends the parallel part. The sequential scan continues from that chunk's first line, and it alone decides
/// what is wrong.
extension SegmentScanner {
    /// When and how to check chunks ahead.
    struct Ahead: Sendable, Equatable {
        /// Shorter ranges aren't worth the threads.
        var minimum = 4 << 20
        /// The length of a chunk in bytes.
        var chunkLength = 1 << 18

        /// For background work, which should use only one thread.
        static let never = Ahead(minimum: .max)
    }

    /// Takes the records of all chunks up to the first one that isn't sound.
    ///
    /// Returns the position at which the scan continues, and how far the checksum's register has advanced, which may be further.
    mutating func takeAhead(
        _ ahead: Ahead,
        register: inout UInt32,
        into sink: inout some JournalSink
    ) throws(SystemError) -> (position: Int, checkedEnd: Int) {
        var next = range.lowerBound
        var rest = Rest(start: next, checkedEnd: next, register: register)
        let perRound = 8 * Self.processorCount
        var idle: [CheckedChunk] = []
        var ready: [CheckedChunk] = []
        let (file, fileSystem, wantsChecksum, examination) = (file, fileSystem, wantsChecksum, sink.examination)
        while rest.isSound, next < range.upperBound || !ready.isEmpty {
            var work: [(CheckedChunk, Range<Int>)] = []
            while work.count < perRound, next < range.upperBound {
                let end = min(next + ahead.chunkLength, range.upperBound)
                work.append((idle.popLast() ?? CheckedChunk(length: ahead.chunkLength), next..<end))
                next = end
            }
            let round = ChunkRound(work, helpers: Self.processorCount - 1) { chunk, range in
                chunk.check(range, of: file, fileSystem, wantsChecksum: wantsChecksum, examination: examination)
            }
            // While helpers check this round, take the records of the previous one.
            for chunk in ready where rest.isSound { try take(chunk, &rest, into: &sink) }
            guard rest.isSound else { break }
            idle += ready
            ready = round.finish()
        }
        register = rest.register
        return (rest.start, rest.checkedEnd)
    }

    /// The unfinished end of the chunks taken so far.
    private struct Rest {
        /// The offset at which the unfinished line begins.
        var start: Int
        /// The bytes of the unfinished line.
        var bytes: [UInt8] = []
        var checkedEnd: Int
        var register: UInt32
        var isSound = true
    }

    private mutating func take(_ chunk: CheckedChunk, _ rest: inout Rest, into sink: inout some JournalSink) throws(SystemError) {
        rest.isSound = chunk.isSound
        guard chunk.isSound else { return }
        if chunk.hasNewline {
            rest.bytes.append(contentsOf: chunk.headBytes)
            rest.isSound = try rest.bytes.withRawBytes { [start = rest.start] (line) throws(SystemError) in
                guard LineReader.isIntact(line), var fields = LineReader.fields(of: line) else { return false }
                if let examination = sink.examination, !fields.isMark { fields.isSound = examination(fields) }
                try accept(fields, at: start, into: &sink)
                return true
            }
            guard rest.isSound else { return }
            rest.bytes.removeAll(keepingCapacity: true)
            var whole = 0..<0
            for (place, fields) in chunk.lines.enumerated() {
                if let batch = fields.batch, batch.index == 0, Self.isCommit(chunk.lines[place...].prefix(batch.count), of: batch.count) {
                    whole = place..<place + batch.count
                }
                try accept(fields, at: chunk.offset(of: fields), isWhole: whole.contains(place), into: &sink)
            }
            rest.bytes.append(contentsOf: chunk.tailBytes)
            rest.start = chunk.offset + chunk.count - chunk.tailBytes.count
        } else {
            rest.bytes.append(contentsOf: chunk.headBytes)
        }
        if wantsChecksum {
            rest.register = CRC32C.update(rest.register, withBytes: chunk.count, of: chunk.checksum)
            rest.checkedEnd = chunk.offset + chunk.count
        }
    }

    /// Whether the lines are a complete multi-record commit.
    private static func isCommit(_ lines: ArraySlice<RecordFields>, of count: Int) -> Bool {
        lines.count == count && lines.enumerated().allSatisfy { $1.batch == RecordHeader.Batch(index: $0, count: count) }
    }

    private static let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
