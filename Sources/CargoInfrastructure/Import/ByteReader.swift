/// Reads bytes of text one by one from a source through a buffer of fixed size, as UTF-8 without a byte order mark (`TextSource`).
struct ByteReader<Source: ByteSource> {
    private var source: TextSource<Source>
    private var buffer: [UInt8]
    private var position = 0
    private var end = 0

    /// The number of bytes that `firstLine` looks at.
    private static var lookAheadSize: Int { 16 * 1024 }

    init(_ source: Source) {
        self.source = TextSource(source)
        buffer = Array(repeating: 0, count: 64 * 1024)
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

    /// Consumes bytes that `firstLine` returned.
    mutating func advance(_ count: Int) { position = min(position + count, end) }

    /// Returns the rest of the current line without its end and without consuming it; only the first 16 KiB of a longer one.
    ///
    /// The result doesn't depend on the pieces in which the source delivers its bytes.
    mutating func firstLine() throws(ByteSourceFailure) -> [UInt8] {
        if position > 0 {
            // safe: position never passes end, and end never the buffer's size
            buffer.replaceSubrange(0..<(end - position), with: Array(buffer[position..<end]))
            (position, end) = (0, end - position)
        }
        while end < Self.lookAheadSize, !hasLineEnd {
            let more = try read(at: end)
            if more == 0 { break }
            end += more
        }
        // safe: end never passes the buffer's size
        return Array(buffer[..<end].prefix(Self.lookAheadSize).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    }

    private mutating func fill() throws(ByteSourceFailure) {
        position = 0
        end = try read(at: 0)
    }

    private mutating func read(at offset: Int) throws(ByteSourceFailure) -> Int {
        let result = buffer.withUnsafeMutableBytes { bytes in
            // safe: offset is at most end, which is at most the buffer's size
            Result { () throws(ByteSourceFailure) in try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])) }
        }
        return try result.get()
    }
}
