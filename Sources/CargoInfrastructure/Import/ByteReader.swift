/// Reads bytes one by one from a source through a buffer of fixed size, skipping a byte order mark at the start.
struct ByteReader<Source: ByteSource> {
    private var source: Source
    private var buffer: [UInt8]
    private var position = 0
    private var end = 0
    private var isAtStart = true

    init(_ source: Source, bufferSize: Int = 64 * 1024) {
        self.source = source
        buffer = Array(repeating: 0, count: max(bufferSize, 3))
    }

    /// Returns the next byte without consuming it; nil at the end.
    @inline(__always)
    mutating func peek() throws(ByteSourceFailure) -> UInt8? {
        if position == end {
            try fill()
            if position == end { return nil }
        }
        // safe: position is less than end here, and end at most the buffer's size
        return buffer[position]
    }

    /// Whether a line or the end is probably available without waiting; the rest of a started line may take long to arrive.
    var isReady: Bool { hasLineEnd || source.isReady }

    private var hasLineEnd: Bool {
        // safe: position never passes end
        let rest = buffer[position..<end]
        return rest.contains(UInt8(ascii: "\n")) || rest.contains(UInt8(ascii: "\r"))
    }

    /// Consumes the byte that `peek` returned.
    @inline(__always)
    mutating func advance() { position += 1 }

    private mutating func fill() throws(ByteSourceFailure) {
        position = 0
        end = try read(at: 0)
        guard isAtStart else { return }
        isAtStart = false
        while end > 0, end < 3 {
            let more = try read(at: end)
            if more == 0 { break }
            end += more
        }
        // safe: the buffer has at least 3 bytes
        if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { position = 3 }
        if position == end, end > 0 { try fill() }
    }

    private mutating func read(at offset: Int) throws(ByteSourceFailure) -> Int {
        let result = buffer.withUnsafeMutableBytes { bytes in
            // safe: offset is at most end, which is at most the buffer's size
            Result { () throws(ByteSourceFailure) in try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])) }
        }
        return try result.get()
    }
}
