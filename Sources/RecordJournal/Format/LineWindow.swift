/// Reads the lines of a segment in order, with large reads from disk.
struct LineWindow {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    private var start = 0
    private var bytes: [UInt8] = []

    private static let length = 1 << 20

    init(_ fileSystem: any FileSystem, _ file: FileDescriptor) {
        self.fileSystem = fileSystem
        self.file = file
    }

    /// Returns the record at a location, or nil if its checksum is wrong.
    mutating func record(at location: RecordLocation) throws(SystemError) -> JournalRecord? {
        let end = location.offset + Int(location.length)
        if location.offset < start || end > start + bytes.count {
            start = location.offset
            bytes = try fileSystem.bytes(of: file, in: start..<start + max(Self.length, Int(location.length)))
            guard end <= start + bytes.count else { return nil }
        }
        let line = Array(bytes[location.offset - start..<end - start])
        let header = line.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
        return header.map { JournalRecord(header: $0, line: line) }
    }
}
