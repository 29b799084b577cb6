/// Writes lines to new segments.
///
/// A segment is on disk, complete and under its final name, before it counts as sealed.
struct SegmentOutput {
    private let directory: StoreDirectory
    private let limit: Int
    private let pace: UpkeepPace
    private var number: UInt32
    private var file: FileDescriptor?
    private var buffer: [UInt8] = []
    private var length = 0
    private var unsynced = 0
    private var register: UInt32 = 0xFFFF_FFFF
    private var count = 0
    /// When the current work began; it ends with the next write.
    private var start: UInt64
    /// The finished segments.
    private(set) var sealed: [JournalManifest.Sealed] = []

    private static let bufferLength = 1 << 20
    private static let syncedLength = 8 << 20

    /// Creates an output.
    /// - Parameters:
    ///   - number: the number of the first segment; the others follow.
    ///   - limit: the approximate length of a segment in bytes.
    init(_ directory: StoreDirectory, from number: UInt32, limit: Int, pace: UpkeepPace) {
        self.directory = directory
        self.number = number
        self.limit = limit
        self.pace = pace
        start = pace.start()
        buffer.reserveCapacity(Self.bufferLength + Self.bufferLength / 8)
    }

    /// Writes a line, newline included.
    mutating func append(_ line: [UInt8]) throws(SystemError) {
        register = line.withUnsafeBytes { CRC32C.update(register, with: $0) }
        buffer.append(contentsOf: line)
        try didAppend()
    }

    /// Writes a line whose checksum was just verified, without reading it again to compute the segment's checksum.
    mutating func append(intact line: UnsafeRawBufferPointer) throws(SystemError) {
        guard let checksum = LineReader.storedChecksum(of: line) else { return try append(Array(line)) }
        register = CRC32C.update(register, with: UnsafeRawBufferPointer(rebasing: line[..<RecordLine.prefixLength]))
        register = CRC32C.update(register, withBytes: line.count - RecordLine.prefixLength, of: checksum)
        buffer.append(contentsOf: line)
        try didAppend()
    }

    private mutating func didAppend() throws(SystemError) {
        count += 1
        if buffer.count >= Self.bufferLength { try flush() }
        if length + buffer.count >= limit { try finish() }
    }

    /// Finishes the current segment, if there is one.
    mutating func finish() throws(SystemError) {
        try flush()
        guard let file else { return }
        try directory.fileSystem.sync(file)
        try directory.fileSystem.rename(directory.draftPath(number), to: directory.segmentPath(number))
        // Counted as soon as it is renamed, so that `discard` finds it under its new name even if the next sync fails.
        sealed.append(JournalManifest.Sealed(number: number, length: length, checksum: ~register, count: count))
        self.file = nil
        try directory.syncDirectory(directory.path)
        number += 1
        (length, unsynced, count, register) = (0, 0, 0, 0xFFFF_FFFF)
    }

    /// Removes everything written, unless a manifest names it.
    ///
    /// Files that can't be removed are harmless.
    mutating func discard() {
        let draft = file?.path
        file = nil
        directory.discard(sealed)
        sealed = []
        buffer = []
        guard let draft else { return }
        do throws(SystemError) { try directory.fileSystem.remove(draft) } catch { return }
    }

    private mutating func flush() throws(SystemError) {
        if buffer.isEmpty { return }
        let file: FileDescriptor
        if let open = self.file { file = open } else { file = try directory.fileSystem.open(directory.draftPath(number), .writeFresh) }
        self.file = file
        try directory.fileSystem.writeFully(file, buffer, at: length)
        length += buffer.count
        unsynced += buffer.count
        buffer.removeAll(keepingCapacity: true)
        if unsynced >= Self.syncedLength {
            // Sync in small steps, so that a commit's own sync never waits for all of it.
            try directory.fileSystem.syncData(file)
            unsynced = 0
        }
        pace.rest(since: start)
        start = pace.start()
    }
}
