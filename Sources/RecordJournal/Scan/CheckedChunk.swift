/// A chunk of a segment whose complete lines have been checked ahead of the scan that reads the records.
///
/// A chunk can begin and end in the middle of a line. The bytes up to its first newline finish the last line of the previous chunk; the
/// bytes after its last newline begin the first line of the next chunk.
///
/// `@unchecked Sendable`: only one thread has access at a time. A `ChunkRound` hands the chunk to one thread to check, then to the scanning
/// thread.
final class CheckedChunk: @unchecked Sendable {
    /// The offset in the segment at which the chunk begins.
    private(set) var offset = 0
    /// The number of bytes that finish the previous chunk's last line: all bytes if the chunk has no newline.
    private(set) var head = 0
    /// The complete lines.
    ///
    /// They point into the buffer.
    private(set) var lines: [RecordFields] = []
    /// Whether the whole chunk was read and every complete line is a record with a correct checksum.
    private(set) var isSound = false
    /// The CRC-32C of the chunk, if requested.
    var checksum: UInt32 { ~register }

    private let buffer: UnsafeMutableRawBufferPointer
    private var register: UInt32 = 0
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The offset in the chunk of the last line, which the next chunk finishes.
    private var tailStart = 0

    init(length: Int) { buffer = .allocate(byteCount: length, alignment: 16) }

    deinit { buffer.deallocate() }

    /// The number of bytes in the chunk.
    var count: Int { bytes.count }
    /// The bytes that finish the previous chunk's last line.
    var headBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<head]) }
    /// The bytes that begin the next chunk's first line.
    var tailBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[tailStart...]) }
    /// Whether the chunk contains the end of a line.
    var hasNewline: Bool { head > 0 && bytes[head - 1] == RecordLine.newline }

    /// Returns the offset in the segment at which a line begins.
    func offset(of line: RecordFields) -> Int {
        guard let base = bytes.baseAddress, let start = line.line.baseAddress else { return offset }
        return offset + (start - base)
    }

    /// Reads a range of a segment and checks its lines.
    ///
    /// Records no error, not even a failed read: the scan finds it again.
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

    /// Adds a line to the register without reading it again: the line's own checksum covers everything after the prefix.
    private func takeIn(_ line: UnsafeRawBufferPointer, _ checksum: UInt32) {
        register = CRC32C.update(register, with: UnsafeRawBufferPointer(rebasing: line[..<RecordLine.prefixLength]))
        register = CRC32C.update(register, withBytes: line.count - RecordLine.prefixLength, of: checksum)
    }
}
