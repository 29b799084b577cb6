/// The active segment as this engine writes it: its open file, its length, and what is known of its bytes from writing them.
///
/// It writes whole batches and pads the file ahead of them. The locks, the state file and what becomes of a failed write are the engine's.
///
/// Padding fills the active segment with newlines ahead of the data. A sync then flushes only data, with no new file length or block
/// allocation. Blank lines keep the file valid JSON Lines. Only the active segment ends in padding; its data ends after the last nonblank
/// line. The padding is written under the lock, and the sync of the accompanying commit makes it durable. A separate thread would save no
/// time, since a sync waits for all bytes of the file.
struct SegmentWriter {
    /// The active segment, open for writing.
    struct ActiveSegment {
        let number: UInt32
        let file: FileDescriptor
        /// The end of the data when the file was opened, read under `.append`.
        ///
        /// A sync proves nothing about bytes before it (step 9 of a commit).
        var witness: Int?
    }

    private let directory: StoreDirectory
    private let options: JournalOptions
    /// Nil if the segment hasn't been opened yet.
    private(set) var active: ActiveSegment?
    /// The file length, including padding, when last seen; nil if unknown.
    var size: Int?
    /// The beginning of the active segment whose checksum is known from writing it, if this engine has written it alone so far; nil if
    /// it didn't begin the segment.
    private(set) var written: CheckedSegment?
    /// The number of batches that this engine has written.
    private var batches = 0
    /// The segment that couldn't be padded for lack of space.
    private var unfillable: UInt32?
    /// The memory of the last batch's bytes, for those of the next one.
    private var buffer: [UInt8] = []

    init(_ directory: StoreDirectory, _ options: JournalOptions) {
        self.directory = directory
        self.options = options
    }

    // MARK: The file

    /// Opens the active segment, unless it is open.
    mutating func open(_ number: UInt32) throws(SystemError) -> ActiveSegment {
        if let active, active.number == number { return active }
        let opened = ActiveSegment(number: number, file: try directory.fileSystem.open(directory.segmentPath(number), .readWrite))
        active = opened
        size = nil
        return opened
    }

    /// Notes the length of the file, and where its data ended when it was opened.
    mutating func noteEnd(_ end: Int, size: Int) {
        self.size = size
        if active?.witness == nil { active?.witness = end }
    }

    /// Closes the file.
    mutating func close() {
        active = nil
        size = nil
    }

    /// Closes the file, because another segment is active or may be.
    /// - Parameter written: the checked beginning of the new one, if it is known.
    mutating func leave(for written: CheckedSegment?) {
        close()
        self.written = written
    }

    // MARK: Batches

    /// Takes the memory of the last batch.
    mutating func takeBuffer() -> [UInt8] {
        let taken = buffer
        buffer = []
        return taken
    }

    /// Keeps memory for the next batch, unless an unusually large batch needed it.
    mutating func keepBuffer(_ used: [UInt8]) { buffer = used.capacity <= 4 << 20 ? used : [] }

    /// Writes the lines of a batch at the end of the data, and padding if little is left.
    /// - Parameter size: the length of the file before the batch.
    mutating func append(_ lines: [UInt8], to active: ActiveSegment, at end: Int, size: Int) throws(SystemError) {
        try directory.fileSystem.writeFully(active.file, lines, at: end)
        fillAhead(active, from: end + lines.count, size: size, batch: lines.count)
    }

    /// Notes lines that are written, so that their checksum needn't be read from the file.
    mutating func note(_ lines: [UInt8], count: Int, in segment: UInt32, at start: Int) {
        written?.take(lines, count: count, in: segment, at: start)
    }

    /// Adds padding after a batch if little is left.
    ///
    /// Lack of space for it isn't an error.
    ///
    /// A large batch doesn't need padding: padding costs as many bytes again, while its absence costs only one more metadata write.
    private mutating func fillAhead(_ active: ActiveSegment, from end: Int, size: Int, batch: Int) {
        let fileSystem = directory.fileSystem
        batches += 1
        self.size = max(size, end)
        let least = options.fillAhead / 8
        guard options.durability == .everyCommit, batches > options.batchesBeforeFilling, batch <= least, max(size, end) - end < least,
            unfillable != active.number
        else { return }
        let length: Int
        // The remembered size may be stale, and padding must not leave a hole.
        do throws(SystemError) { length = try fileSystem.status(of: active.file).size } catch { return self.size = nil }
        do throws(SystemError) {
            var position = length
            while position < end + options.fillAhead {
                try fileSystem.writeFully(active.file, Self.blankLines, at: position)
                position += Self.blankLines.count
            }
            self.size = position
        } catch {
            unfillable = active.number
            self.size = nil
            // What was written is valid padding, but others may need the space.
            do throws(SystemError) { try fileSystem.truncate(active.file, to: length) } catch { return }
        }
    }

    private static let blankLines = [UInt8](repeating: RecordLine.newline, count: 1 << 16)
}
