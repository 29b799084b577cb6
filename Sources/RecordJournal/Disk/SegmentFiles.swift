import Synchronization

/// The segments of an index, opened on first use.
///
/// Keeps up to `limit` of them open and closes the least recently used. A descriptor that was handed out stays valid while its reader holds
/// it. A segment number always means the same bytes, so it doesn't matter when a segment is opened. If another process's compaction has
/// removed it, opening throws an error that `isMissing`.
final class SegmentFiles: Sendable {
    private struct State {
        var open: [UInt32: (file: FileDescriptor, lastUse: UInt64)] = [:]
        var uses: UInt64 = 0

        mutating func use(_ number: UInt32) -> FileDescriptor? {
            uses += 1
            open[number]?.lastUse = uses
            return open[number]?.file
        }

        /// Adds a descriptor.
        ///
        /// If too many are open, removes the least recently used one and returns it.
        mutating func insert(_ file: FileDescriptor, as number: UInt32) -> FileDescriptor? {
            uses += 1
            open[number] = (file, uses)
            guard open.count > SegmentFiles.limit, let oldest = open.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
            open[oldest.key] = nil
            return oldest.value.file
        }
    }

    /// The maximum number of open segments.
    static let limit = 64

    private let directory: StoreDirectory
    private let state = Mutex(State())

    init(_ directory: StoreDirectory) { self.directory = directory }

    /// Returns a segment, open for reading.
    func file(_ number: UInt32) throws(SystemError) -> FileDescriptor {
        if let file = state.withLock({ $0.use(number) }) { return file }
        // Two readers may open it at once; the extra descriptor is closed when its reader is done.
        let file = try directory.fileSystem.open(directory.segmentPath(number), .read)
        keep(file, as: number)
        return file
    }

    /// Adds a segment that is already open.
    func keep(_ file: FileDescriptor, as number: UInt32) {
        // The evicted file is closed outside the lock: closing a removed file frees its space, which takes a while.
        _ = state.withLock { $0.insert(file, as: number) }
    }

    /// Returns the same segments without those that a compaction has replaced.
    func without(_ numbers: some Sequence<UInt32>) -> SegmentFiles {
        let files = SegmentFiles(directory)
        var kept = state.withLock { $0 }
        for number in numbers { kept.open[number] = nil }
        files.state.withLock { [kept] in $0 = kept }
        return files
    }
}
