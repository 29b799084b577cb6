#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Checking pieces of a segment on all processors, ahead of the scan that takes their records in order.
///
/// A line ends at the first newline, and in a sound segment every line is a record: so pieces can be cut anywhere. The first piece that is not
/// sound, for whatever reason, ends this; from its first line on the scan goes on byte by byte, and it alone judges what is wrong.
extension SegmentScanner {
    /// From where on, and how, pieces are checked ahead.
    struct Ahead: Sendable, Equatable {
        /// Ranges shorter than this are not worth the threads.
        var minimum = 4 << 20
        /// The length of a piece.
        var chunkLength = 1 << 18

        /// For work that others shall not notice.
        static let never = Ahead(minimum: .max)
    }

    /// Takes the records of as many pieces as are sound.
    ///
    /// Returns where the scan has to go on, and how far the checksum's register goes, which may be further.
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
            // While others check, the records of the round before are taken.
            for chunk in ready where rest.isSound { try take(chunk, &rest, into: &sink) }
            guard rest.isSound else { break }
            idle += ready
            ready = round.finish()
        }
        register = rest.register
        return (rest.start, rest.checkedEnd)
    }

    /// What is left of the pieces taken so far.
    private struct Rest {
        /// Where the line begins of which the end is still to come.
        var start: Int
        /// Its bytes.
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

    /// Whether some lines are a commit of several records from its first to its last.
    private static func isCommit(_ lines: ArraySlice<RecordFields>, of count: Int) -> Bool {
        lines.count == count && lines.enumerated().allSatisfy { $1.batch == RecordHeader.Batch(index: $0, count: count) }
    }

    private static let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
