import CargoDomain

/// Writes lines into new segments, beside those of the store: each is on the medium, whole and under its own name, before it is counted.
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
    /// When the piece of work began that ends with the next write.
    private var start: UInt64
    /// The segments that are done.
    private(set) var sealed: [JournalManifest.Sealed] = []

    private static let bufferLength = 1 << 20
    private static let syncedLength = 8 << 20

    /// - Parameters:
    ///   - number: of the first segment; the others follow.
    ///   - limit: about how many bytes a segment gets.
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

    /// Writes a line that has just been found intact: what its checksum says need not be computed again.
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

    /// Ends the segment that is being written, if there is one.
    mutating func finish() throws(SystemError) {
        try flush()
        guard let file else { return }
        try directory.fileSystem.sync(file)
        try directory.fileSystem.rename(directory.draftPath(number), to: directory.segmentPath(number))
        // Counted from the rename on, so that `discard` finds it under its new name even if the next sync fails.
        sealed.append(JournalManifest.Sealed(number: number, length: length, checksum: ~register, count: count))
        self.file = nil
        try directory.syncDirectory(directory.path)
        number += 1
        (length, unsynced, count, register) = (0, 0, 0, 0xFFFF_FFFF)
    }

    /// Removes all that was written, unless a manifest names it; what cannot be removed harms nothing.
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
            // Little by little, so that a commit's own sync never has to wait for all of it.
            try directory.fileSystem.syncData(file)
            unsynced = 0
        }
        pace.rest(since: start)
        start = pace.start()
    }
}
