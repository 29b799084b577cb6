#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a segment from front to back, and tells records, damage and a torn tail apart.
///
/// Never decodes a document.
///
/// A bad stretch that begins at offset o is *damage* if a later valid record proves, with a watermark `s` > o, that o was on disk before
/// that record was written. Without such a record the stretch and everything after it is a *torn tail*, which was never acknowledged. In a
/// sealed segment every bad stretch is damage. A multi-record commit counts only if it is complete, unless damage took some of its records.
/// Blank lines at the end of the active segment are padding; anywhere else they are a bad stretch.
struct SegmentScanner {
    /// The result of a scan.
    struct Summary: Equatable {
        /// The end of the last record that counts.
        var end: Int
        /// The bytes after `end` that don't count.
        var torn: Range<Int>?
        /// The highest watermark seen.
        var watermark = 0
        /// The end of the last record that isn't a mark.
        var dataEnd: Int
        /// The number of records that count, including marks.
        var count = 0
        /// The CRC-32C of all bytes of the range, if requested.
        var checksum: UInt32?
    }

    /// A bad stretch that may turn out to be damage or a torn tail.
    private struct Suspect {
        /// Where to cut if it is a torn tail: the start of the commit that it broke.
        let cut: Int
        /// A watermark above this offset proves that it is damage.
        let proof: Int
        /// The range of the damaged bytes.
        let range: Range<Int>
        /// The valid records of the commit that it broke.
        let members: [Found]
        /// The records between this stretch and the next one.
        var followers: [Found] = []
    }

    /// A record, the result of its examination, and its line if the sink wants lines.
    private typealias Found = (header: RecordHeader, location: RecordPosition, isSound: Bool, line: [UInt8]?)

    let fileSystem: any FileSystem
    let file: FileDescriptor
    private let segment: UInt32
    let range: Range<Int>
    private let isSealed: Bool
    private let stopsAtPadding: Bool
    private let chunkLength: Int
    let wantsChecksum: Bool

    private var summary: Summary
    private var suspects: [Suspect] = []
    private var group: [Found] = []
    /// The beginning of the current bad stretch, while looking for the next record.
    private var badStart: Int?
    /// The offset of the last byte in a bad stretch that isn't a newline.
    private var lastNonBlank = -1
    /// The beginning of the padding, once found.
    private var paddingStart: Int?
    /// Whether damage may have taken the first records of the next commit.
    private var isAfterBadStretch = false

    private init(
        _ fileSystem: any FileSystem,
        _ file: FileDescriptor,
        segment: UInt32,
        range: Range<Int>,
        isSealed: Bool,
        stopsAtPadding: Bool,
        chunkLength: Int,
        wantsChecksum: Bool
    ) {
        self.fileSystem = fileSystem
        self.file = file
        self.segment = segment
        self.range = range
        self.isSealed = isSealed
        self.stopsAtPadding = stopsAtPadding
        self.chunkLength = chunkLength
        self.wantsChecksum = wantsChecksum
        summary = Summary(end: range.lowerBound, dataEnd: range.lowerBound)
    }

    /// Scans a range of a segment that begins at the start of a record.
    ///
    /// - Parameters:
    ///   - stopsAtPadding: whether 4096 blank bytes where a record should begin count as the end, without reading the rest of the range.
    ///   - chunkLength: the number of bytes to read at a time. With `stopsAtPadding`, it doubles with each read, up to 1 MB.
    ///   - ahead: when to check chunks on several processors. Ignored with `stopsAtPadding`.
    static func scan(
        _ fileSystem: any FileSystem,
        _ file: FileDescriptor,
        segment: UInt32,
        range: Range<Int>,
        isSealed: Bool,
        into sink: inout some JournalSink,
        stopsAtPadding: Bool = false,
        chunkLength: Int = 1 << 20,
        wantsChecksum: Bool = false,
        ahead: Ahead = .never
    ) throws(SystemError) -> Summary {
        var scanner = SegmentScanner(
            fileSystem,
            file,
            segment: segment,
            range: range,
            isSealed: isSealed,
            stopsAtPadding: stopsAtPadding,
            chunkLength: chunkLength,
            wantsChecksum: wantsChecksum
        )
        return try scanner.run(ahead, into: &sink)
    }

    private mutating func run(_ ahead: Ahead, into sink: inout some JournalSink) throws(SystemError) -> Summary {
        var position = range.lowerBound
        var register: UInt32 = 0xFFFF_FFFF
        var checkedEnd = position
        if !stopsAtPadding, range.count >= ahead.minimum {
            (position, checkedEnd) = try takeAhead(ahead, register: &register, into: &sink)
        }
        // Use one buffer for all reads: allocating fresh memory costs more than reading.
        var buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, min(chunkLength, range.upperBound - position)),
            alignment: 16
        )
        defer { buffer.deallocate() }
        while position < range.upperBound {
            let wanted = min(buffer.count, range.upperBound - position)
            let count = try fileSystem.readFully(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
            if wantsChecksum {
                // If the end of the buffer cut a record, its beginning has already been read.
                let fresh = UnsafeRawBufferPointer(rebasing: buffer[min(checkedEnd - position, count)..<count])
                register = CRC32C.update(register, with: fresh)
                checkedEnd = max(checkedEnd, position + count)
            }
            // If the segment is too short, the missing part is a bad stretch, found below.
            let isLast = count < wanted || position + count == range.upperBound
            let consumed = try consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position, isLast: isLast, into: &sink)
            position += consumed
            if let paddingStart {
                try finish(at: paddingStart, into: &sink)
                return summary
            }
            if count < wanted {
                badStart = badStart ?? position
                break
            }
            if consumed == 0 || stopsAtPadding && buffer.count < 1 << 20 {
                let larger = buffer.count * 2
                buffer.deallocate()
                buffer = .allocate(byteCount: larger, alignment: 16)
            }
        }
        try finish(at: range.upperBound, into: &sink)
        if wantsChecksum { summary.checksum = ~register }
        return summary
    }

    /// Takes the records out of the bytes.
    ///
    /// Returns the number of bytes that needn't be read again.
    private mutating func consume(
        _ bytes: UnsafeRawBufferPointer,
        at base: Int,
        isLast: Bool,
        into sink: inout some JournalSink
    ) throws(SystemError) -> Int {
        var next = 0
        while next < bytes.count {
            if badStart != nil {
                guard let mark = Self.nextMark(in: bytes, from: next) else {
                    noteBlanks(in: bytes, from: next, base)
                    // The beginning of a record may be at the very end of the bytes.
                    return isLast ? bytes.count : max(next, bytes.count - RecordLine.mark.count + 1)
                }
                next = mark
            }
            guard let lineEnd = Self.nextNewline(in: bytes, from: next) else {
                if !isLast { return next }
                beginBadStretch(at: base + next, bytes[next])
                next += 1
                continue
            }
            if lineEnd == next, badStart == nil, stopsAtPadding {
                if bytes.count - next < Self.paddingToBelieve, !isLast { return next }
                guard Self.lastNonBlank(in: bytes, from: next) != nil else {
                    paddingStart = base + next
                    return next
                }
            }
            let line = UnsafeRawBufferPointer(rebasing: bytes[next...lineEnd])
            guard LineReader.isIntact(line), var fields = LineReader.fields(of: line) else {
                beginBadStretch(at: base + next, bytes[next])
                next += 1
                continue
            }
            if let start = badStart {
                badStart = nil
                try suspect(start..<base + next, into: &sink)
            }
            if let examination = sink.examination, !fields.isMark { fields.isSound = examination(fields) }
            try accept(fields, at: base + next, into: &sink)
            next = lineEnd + 1
        }
        return bytes.count
    }

    /// Takes the next record, whose line is intact.
    /// - Parameter isWhole: whether it belongs to a commit known to be complete and contiguous.
    mutating func accept(
        _ fields: RecordFields,
        at offset: Int,
        isWhole: Bool = false,
        into sink: inout some JournalSink
    ) throws(SystemError) {
        let location = RecordPosition(segment: segment, length: UInt32(fields.line.count), offset: offset)
        guard suspects.isEmpty, group.isEmpty, fields.batch == nil || isWhole else {
            return try take((fields.header(), location, fields.isSound, sink.wantsLines ? Array(fields.line) : nil), into: &sink)
        }
        // Nothing is undecided: the record counts, and its header needn't outlive the line.
        summary.watermark = max(summary.watermark, fields.watermark)
        isAfterBadStretch = false
        count(isMark: fields.isMark, at: location)
        if !fields.isMark { sink.take(fields, at: location) }
    }

    private mutating func take(_ found: Found, into sink: inout some JournalSink) throws(SystemError) {
        summary.watermark = max(summary.watermark, found.header.watermark)
        while let first = suspects.first, first.proof < summary.watermark {
            suspects.removeFirst()
            try emitDamage(first, into: &sink)
        }
        if !group.isEmpty, found.header.batch?.index != group.count || found.header.batch?.count != group[0].header.batch?.count {
            // An unfinished commit followed by another record: something was overwritten.
            let place = found.location.offset
            try suspect(place..<place, provedBeyond: cut(before: place), into: &sink)
            return try take(found, into: &sink)
        }
        guard let batch = found.header.batch else {
            isAfterBadStretch = false
            return pass(found, into: &sink)
        }
        if batch.index == 0 {
            isAfterBadStretch = false
        } else if group.isEmpty {
            if !isAfterBadStretch { try suspect(found.location.offset..<found.location.offset, into: &sink) }
            return pass(found, into: &sink)
        }
        group.append(found)
        if group.count == batch.count {
            for member in group { pass(member, into: &sink) }
            group = []
        }
    }

    private func cut(before offset: Int) -> Int { group.first?.location.offset ?? offset }

    private mutating func suspect(_ range: Range<Int>, provedBeyond proof: Int? = nil, into sink: inout some JournalSink)
        throws(SystemError)
    {
        let suspect = Suspect(cut: cut(before: range.lowerBound), proof: proof ?? range.lowerBound, range: range, members: group)
        group = []
        isAfterBadStretch = true
        if isSealed || (suspects.isEmpty && suspect.proof < summary.watermark) {
            try emitDamage(suspect, into: &sink)
        } else {
            suspects.append(suspect)
        }
    }

    private mutating func pass(_ found: Found, into sink: inout some JournalSink) {
        if suspects.isEmpty {
            emit(found, into: &sink)
        } else {
            suspects[suspects.count - 1].followers.append(found)
        }
    }

    private mutating func emitDamage(_ suspect: Suspect, into sink: inout some JournalSink) throws(SystemError) {
        for member in suspect.members { emit(member, into: &sink) }
        let bytes = try fileSystem.bytes(of: file, in: suspect.range)
        for piece in Self.pieces(of: bytes) {
            let header = LineRepair.header(of: bytes[piece])
            let range = suspect.range.lowerBound + piece.lowerBound..<suspect.range.lowerBound + piece.upperBound
            sink.take(.damage(DamagedRegion(segment: segment, range: range, header: header)))
        }
        summary.end = suspect.range.upperBound
        summary.dataEnd = suspect.range.upperBound
        for follower in suspect.followers { emit(follower, into: &sink) }
    }

    private mutating func emit(_ found: Found, into sink: inout some JournalSink) {
        count(isMark: found.header.isMark, at: found.location)
        if found.header.isMark { return }
        if let line = found.line {
            line.withUnsafeBytes { line in
                if let fields = LineReader.fields(of: line) { Self.take(fields, found, into: &sink) }
            }
        } else if found.isSound {
            sink.take(.record(found.header, found.location))
        } else {
            found.header.withFields { Self.take($0, found, into: &sink) }
        }
    }

    private static func take(_ fields: RecordFields, _ found: Found, into sink: inout some JournalSink) {
        var fields = fields
        fields.isSound = found.isSound
        sink.take(fields, at: found.location)
    }

    private mutating func count(isMark: Bool, at location: RecordPosition) {
        summary.end = location.offset + Int(location.length)
        summary.count += 1
        if !isMark { summary.dataEnd = summary.end }
    }

    private mutating func finish(at end: Int, into sink: inout some JournalSink) throws(SystemError) {
        var end = end
        if let start = badStart {
            badStart = nil
            // The newline after the last nonblank byte may belong to the bad stretch.
            if !isSealed { end = lastNonBlank < start ? start : min(end, lastNonBlank + 2) }
            if end > start { try suspect(start..<end, into: &sink) }
        }
        if !group.isEmpty { try suspect(end..<end, into: &sink) }
        if let first = suspects.first { summary.torn = first.cut..<end }
    }

    // MARK: Padding

    /// This many blank bytes can't be accidental.
    private static let paddingToBelieve = 4096

    private mutating func beginBadStretch(at position: Int, _ byte: UInt8) {
        if badStart == nil { badStart = position }
        if byte != RecordLine.newline { lastNonBlank = max(lastNonBlank, position) }
    }

    private mutating func noteBlanks(in bytes: UnsafeRawBufferPointer, from start: Int, _ base: Int) {
        if let last = Self.lastNonBlank(in: bytes, from: start) { lastNonBlank = max(lastNonBlank, base + last) }
    }

    /// Returns the offset of the last byte that isn't a newline, or nil if all are newlines.
    static func lastNonBlank(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let blanks = UInt64(0x0A0A_0A0A_0A0A_0A0A)
        var end = bytes.count
        while end - start >= 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == blanks { end -= 8 }
        while end > start {
            if bytes[end - 1] != RecordLine.newline { return end - 1 }
            end -= 1
        }
        return nil
    }

    // MARK: Finding bytes

    /// Splits a bad stretch where records seem to begin, so that each part's damage can be explained separately.
    private static func pieces(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBytes { bytes in
            var pieces: [Range<Int>] = []
            var start = 0
            while let next = nextMark(in: bytes, from: start + 1) {
                pieces.append(start..<next)
                start = next
            }
            return pieces + [start..<bytes.count]
        }
    }

    static func nextNewline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(RecordLine.newline), bytes.count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }

    /// Returns the offset of the next beginning of a record, located by its rarest byte, `~`.
    private static func nextMark(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var next = start + 2
        while next < bytes.count, let found = memchr(base + next, Int32(UInt8(ascii: "~")), bytes.count - next) {
            let place = UnsafeRawPointer(found) - base - 2
            let isWhole = bytes.count - place >= RecordLine.mark.count
            if isWhole, memcmp(base + place, RecordLine.mark, RecordLine.mark.count) == 0 { return place }
            next = place + 3
        }
        return nil
    }
}
