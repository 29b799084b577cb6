/// A piece of a segment of which every whole line has been checked, beside the scan that takes the records out of it.
///
/// It begins and ends anywhere: what stands before its first newline ends the last line of the piece before, and what stands after its last
/// newline begins the first line of the next one.
///
/// `@unchecked Sendable`: one thread has it at a time. A `ChunkRound` gives it to one thread to be checked, and to the scan's own when that is done.
final class CheckedChunk: @unchecked Sendable {
    /// Where the piece begins in the segment.
    private(set) var offset = 0
    /// How many bytes end the line that began before; all of them where there is no newline.
    private(set) var head = 0
    /// The whole lines, which lie in the buffer.
    private(set) var lines: [RecordFields] = []
    /// Whether all bytes are there, and every whole line is a record with the right checksum.
    private(set) var isSound = false
    /// The CRC-32C of the piece; only where that was asked for.
    var checksum: UInt32 { ~register }

    private let buffer: UnsafeMutableRawBufferPointer
    private var register: UInt32 = 0
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Where the last line begins, which the piece does not hold the end of.
    private var tailStart = 0

    init(length: Int) { buffer = .allocate(byteCount: length, alignment: 16) }

    deinit { buffer.deallocate() }

    /// Bytes of the piece.
    var count: Int { bytes.count }
    /// The end of the last line of the pieces before.
    var headBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<head]) }
    /// The beginning of the first line of the next piece.
    var tailBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[tailStart...]) }
    /// Whether the piece has the end of a line.
    var hasNewline: Bool { head > 0 && bytes[head - 1] == RecordLine.newline }

    /// Where a line begins in the segment.
    func offset(of line: RecordFields) -> Int {
        guard let base = bytes.baseAddress, let start = line.line.baseAddress else { return offset }
        return offset + (start - base)
    }

    /// Reads a range of a segment and checks its lines; whatever is wrong with it, even that it cannot be read, is left to be found by the scan.
    func check(
        _ range: Range<Int>,
        of file: FileDescriptor,
        _ fileSystem: any FileSystem,
        wantsChecksum: Bool,
        examination: (@Sendable (RecordFields) -> Bool)?
    ) {
        offset = range.lowerBound
        isSound = false
        lines.removeAll(keepingCapacity: true)
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<range.count])
        do throws(SystemError) {
            guard try fileSystem.readFully(file, into: target, at: range.lowerBound) == range.count else { return }
        } catch { return }
        bytes = UnsafeRawBufferPointer(target)
        head = SegmentScanner.nextNewline(in: bytes, from: 0).map { $0 + 1 } ?? bytes.count
        register = wantsChecksum ? CRC32C.update(0xFFFF_FFFF, with: headBytes) : 0
        tailStart = head
        while let newline = SegmentScanner.nextNewline(in: bytes, from: tailStart) {
            let line = UnsafeRawBufferPointer(rebasing: bytes[tailStart...newline])
            guard let checksum = LineReader.checksum(ofIntact: line), var fields = LineReader.fields(of: line) else { return }
            if wantsChecksum { takeIn(line, checksum) }
            if let examination, !fields.isMark { fields.isSound = examination(fields) }
            lines.append(fields)
            tailStart = newline + 1
        }
        if wantsChecksum { register = CRC32C.update(register, with: tailBytes) }
        isSound = true
    }

    /// Takes a line into the register, of which the checksum says all that is to be known but for the prefix.
    private func takeIn(_ line: UnsafeRawBufferPointer, _ checksum: UInt32) {
        register = CRC32C.update(register, with: UnsafeRawBufferPointer(rebasing: line[..<RecordLine.prefixLength]))
        register = CRC32C.update(register, withBytes: line.count - RecordLine.prefixLength, of: checksum)
    }
}
