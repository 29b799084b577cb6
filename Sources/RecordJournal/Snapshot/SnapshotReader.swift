/// Reads what a `SnapshotWriter` wrote.
///
/// Returns nil if anything is invalid.
struct SnapshotReader {
    let source: SnapshotBytes
    private var position = SnapshotWriter.headerLength

    private var bytes: UnsafeRawBufferPointer { source.bytes }

    /// Verifies the header and the checksum of everything after it.
    init?(_ source: SnapshotBytes) {
        self.source = source
        let bytes = source.bytes
        guard bytes.count >= SnapshotWriter.headerLength, bytes.count % FoldedChecksum.blockLength == 0 else { return nil }
        func word(_ place: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)) }
        guard word(0) == SnapshotWriter.name, word(1) == UInt64(SnapshotWriter.format) | UInt64(SnapshotWriter.order) << 32,
            word(2) == UInt64(bytes.count), word(4) == SnapshotWriter.seal(length: word(2), checksum: word(3)),
            bytes[40..<SnapshotWriter.headerLength].allSatisfy({ $0 == 0 })
        else { return nil }
        // Columns are used in the byte order of the file.
        guard 1.littleEndian == 1 else { return nil }
        guard (source.mappedChecksum ?? FoldedChecksum.value(of: bytes[SnapshotWriter.headerLength...])) == word(3) else { return nil }
    }

    /// Reads a nonnegative number.
    mutating func number() -> Int? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return Int(exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
    }

    /// Reads any 64-bit value.
    mutating func word() -> UInt64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    mutating func text() -> String? {
        guard let bytes = elements(of: UInt8.self) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func column<Element>(of type: Element.Type = Element.self) -> ChunkedColumn<Element>? {
        guard let elements = elements(of: type) else { return nil }
        return ChunkedColumn(elements, of: source)
    }

    mutating func list<Element: BitwiseCopyable>(of type: Element.Type = Element.self) -> [Element]? {
        elements(of: type).map { Array($0) }
    }

    private mutating func elements<Element: BitwiseCopyable>(of type: Element.Type) -> UnsafeBufferPointer<Element>? {
        guard let count = number() else { return nil }
        return elements(count, of: type)
    }

    /// Reads `count` elements that aren't preceded by their count.
    mutating func elements<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> UnsafeBufferPointer<Element>? {
        let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow, length <= bytes.count - position else { return nil }
        let start = position
        position = min((position + length + 7) & ~7, bytes.count)
        // Every section begins at a multiple of eight, which is enough for any element.
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]).bindMemory(to: type)
    }
}
