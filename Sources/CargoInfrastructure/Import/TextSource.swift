/// Turns the bytes of a text file into UTF-8 without a byte order mark.
///
/// A byte order mark of UTF-16 says that the file is UTF-16; every other file passes through unchanged. An unpaired surrogate becomes a byte
/// that isn't valid in UTF-8, so that the row which holds it is reported.
struct TextSource<Source: ByteSource>: ByteSource {
    private var source: Source
    private var isAtStart = true
    /// Nil if the file isn't UTF-16.
    private var decoder: UTF16Decoder?
    private var raw: [UInt8] = []
    private var decoded: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(_ source: Source) { self.source = source }

    var isReady: Bool { position < decoded.count || source.isReady }

    /// Reads at least one byte unless the file has ended; the first call needs room for 3 bytes.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        if isAtStart {
            isAtStart = false
            let count = try readStart(buffer)
            if decoder == nil { return count }
        }
        guard decoder != nil else { return try source.read(into: buffer) }
        while position == decoded.count {
            if isAtEnd { return 0 }
            try decodeMore()
        }
        // safe: position is at most the count
        let piece = decoded[position...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        position += piece.count
        return piece.count
    }

    /// Reads the first bytes and skips a byte order mark; of UTF-16, leaves the rest to the decoder.
    private mutating func readStart(_ buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        var count = 0
        while count < min(3, buffer.count) {
            // safe: count is less than the buffer's size
            let more = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if more == 0 { break }
            count += more
        }
        let start = Array(buffer.prefix(count).prefix(3))
        if start == [0xEF, 0xBB, 0xBF] {
            // safe: there are 3 bytes at least
            let rest = Array(buffer[3..<count])
            buffer.copyBytes(from: rest)
            return rest.isEmpty ? try source.read(into: buffer) : rest.count
        }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            decoder = UTF16Decoder(isBigEndian: start.first == 0xFE)
            // safe: there are 2 bytes at least
            decoder?.decode(buffer[2..<count], into: &decoded)
            raw = Array(repeating: 0, count: 32 * 1024)
        }
        return count
    }

    private mutating func decodeMore() throws(ByteSourceFailure) {
        decoded.removeAll(keepingCapacity: true)
        position = 0
        let count = try raw.withUnsafeMutableBytes { bytes in
            Result { () throws(ByteSourceFailure) in try source.read(into: bytes) }
        }.get()
        if count == 0 {
            isAtEnd = true
            decoder?.finish(into: &decoded)
        } else {
            // safe: a source reads no more bytes than the buffer has
            raw[..<count].withUnsafeBytes { decoder?.decode($0[...], into: &decoded) }
        }
    }
}

/// Decodes UTF-16 in pieces that may end anywhere.
private struct UTF16Decoder {
    let isBigEndian: Bool
    private var firstByte: UInt8?
    private var highSurrogate: UInt32?

    /// A byte that UTF-8 never has.
    private static let invalid: UInt8 = 0xFF

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: Slice<UnsafeRawBufferPointer>, into text: inout [UInt8]) {
        for byte in bytes { add(byte, &text) }
    }

    mutating func decode(_ bytes: Slice<UnsafeMutableRawBufferPointer>, into text: inout [UInt8]) {
        for byte in bytes { add(byte, &text) }
    }

    mutating func finish(into text: inout [UInt8]) {
        if firstByte != nil || highSurrogate != nil { text.append(Self.invalid) }
        (firstByte, highSurrogate) = (nil, nil)
    }

    private mutating func add(_ byte: UInt8, _ text: inout [UInt8]) {
        guard let first = firstByte else {
            firstByte = byte
            return
        }
        firstByte = nil
        // safe: each number has 8 bits and no sign
        let unit = isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
        if let high = highSurrogate {
            highSurrogate = nil
            if (0xDC00...0xDFFF).contains(unit) {
                append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), &text)
                return
            }
            text.append(Self.invalid)
        }
        if (0xD800...0xDBFF).contains(unit) { highSurrogate = unit } else { append(unit, &text) }
    }

    private func append(_ value: UInt32, _ text: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else {
            text.append(Self.invalid)
            return
        }
        if scalar.isASCII { text.append(UInt8(truncatingIfNeeded: value)) } else { text.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    }
}
