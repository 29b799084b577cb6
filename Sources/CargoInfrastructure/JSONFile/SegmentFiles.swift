import Synchronization

/// The segments that an index refers to, opened when they are read.
///
/// Keeps up to `limit` of them open and closes the one that was used least recently. A descriptor that has been handed out stays valid as long
/// as its reader holds it. A number always means the same bytes, so it does not matter when a segment is opened; but a compaction of another
/// process may have removed it, which is an error that `isMissing`.
final class SegmentFiles: Sendable {
    private struct State {
        var open: [UInt32: (file: FileDescriptor, lastUse: UInt64)] = [:]
        var uses: UInt64 = 0

        mutating func use(_ number: UInt32) -> FileDescriptor? {
            uses += 1
            open[number]?.lastUse = uses
            return open[number]?.file
        }

        /// Returns the descriptor that has to go.
        mutating func insert(_ file: FileDescriptor, as number: UInt32) -> FileDescriptor? {
            uses += 1
            open[number] = (file, uses)
            guard open.count > SegmentFiles.limit, let oldest = open.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
            open[oldest.key] = nil
            return oldest.value.file
        }
    }

    /// How many segments are open at most.
    static let limit = 64

    private let directory: StoreDirectory
    private let state = Mutex(State())

    init(_ directory: StoreDirectory) { self.directory = directory }

    /// A segment, open for reading.
    func file(_ number: UInt32) throws(SystemError) -> FileDescriptor {
        if let file = state.withLock({ $0.use(number) }) { return file }
        // Two readers may open it at once; the descriptor of one is closed when it has read.
        let file = try directory.fileSystem.open(directory.segmentPath(number), .read)
        keep(file, as: number)
        return file
    }

    /// Takes a segment that is open already.
    func keep(_ file: FileDescriptor, as number: UInt32) {
        // Closed without the lock: closing a removed file gives its space back, which takes a while.
        _ = state.withLock { $0.insert(file, as: number) }
    }

    /// The same segments but for some that a compaction has replaced.
    func without(_ numbers: some Sequence<UInt32>) -> SegmentFiles {
        let files = SegmentFiles(directory)
        var kept = state.withLock { $0 }
        for number in numbers { kept.open[number] = nil }
        files.state.withLock { [kept] in $0 = kept }
        return files
    }
}
