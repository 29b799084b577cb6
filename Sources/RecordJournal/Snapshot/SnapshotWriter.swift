/// Writes a snapshot: a header, then numbers and lists.
///
/// Each list is padded to a multiple of eight bytes.
struct SnapshotWriter {
    /// The header: name, format, byte order, file length, and checksum of everything after the header.
    static let headerLength = 64
    static let name: UInt64 = 0x5844_494F_4752_4143  // "CARGOIDX"
    static let format: UInt32 = 6
    static let order: UInt32 = 0x0102_0304
    private static let bufferLength = 1 << 20

    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    private var buffer: [UInt8] = []
    private var written = Self.headerLength
    private var checksum = FoldedChecksum()

    init(_ fileSystem: any FileSystem, _ file: FileDescriptor) {
        self.fileSystem = fileSystem
        self.file = file
        buffer.reserveCapacity(Self.bufferLength + 1 << 16)
    }

    mutating func number(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).littleEndian) { buffer.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) throws(SystemError) {
        number(text.utf8.count)
        try append(UnsafeRawBufferPointer(start: nil, count: 0))
        buffer.append(contentsOf: text.utf8)
        pad()
    }

    mutating func list<Element>(_ column: ChunkedColumn<Element>) throws(SystemError) {
        number(column.count)
        for chunk in column.chunks { try append(chunk) }
        pad()
    }

    mutating func list<Element: BitwiseCopyable>(_ elements: [Element]) throws(SystemError) {
        number(elements.count)
        try elements.withUnsafeBytes { bytes in Result { () throws(SystemError) in try append(bytes) } }.get()
        pad()
    }

    /// Appends a chunk without its length.
    mutating func append<Element>(_ chunk: IndexChunk<Element>) throws(SystemError) {
        try chunk.withElements { elements in
            Result { () throws(SystemError) in try append(UnsafeRawBufferPointer(elements)) }
        }.get()
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferLength { try flush(buffer.count & ~(FoldedChecksum.blockLength - 1)) }
    }

    private mutating func pad() { while buffer.count % 8 != 0 { buffer.append(0) } }

    private mutating func flush(_ count: Int) throws(SystemError) {
        let rest = Array(buffer[count...])
        buffer.removeLast(rest.count)
        try fileSystem.writeFully(file, buffer, at: written)
        buffer.withUnsafeBytes { checksum.take($0) }
        written += count
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: rest)
    }

    /// Writes the rest and the header, and syncs the file.
    ///
    /// Returns its length.
    mutating func finish() throws(SystemError) -> Int {
        while buffer.count % FoldedChecksum.blockLength != 0 { buffer.append(0) }
        try flush(buffer.count)
        number(Self.name)
        number(UInt64(Self.format) | UInt64(Self.order) << 32)
        number(written)
        number(checksum.value)
        // The checksum again, mixed with the length, so that every bit of the file is covered.
        number(Self.seal(length: UInt64(written), checksum: checksum.value))
        while buffer.count < Self.headerLength { buffer.append(0) }
        try fileSystem.writeFully(file, buffer, at: 0)
        try fileSystem.sync(file)
        return written
    }

    static func seal(length: UInt64, checksum: UInt64) -> UInt64 { ~(length &* 0x9E37_79B9_7F4A_7C15) ^ checksum }
}
