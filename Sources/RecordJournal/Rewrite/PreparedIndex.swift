import Synchronization

/// The index of a store that will be published, built while the current one stays in use: that of a compaction's new segments, or one from a
/// snapshot.
struct PreparedIndex: Sendable {
    private(set) var index: JournalIndex
    private let engine: JournalEngine
    /// The position up to which the segments after the compacted ones have been read.
    private var position: (segment: UInt32, offset: Int) = (0, 0)

    /// The snapshot of the new segments, if there is one.
    private(set) var snapshot: IndexSnapshot.Note?

    /// The position up to which domain events are gone.
    var trimmed: Int64? { index.trimmed }

    /// Reads the new segments and checks that they are sound.
    init(_ engine: JournalEngine, reading segments: [JournalManifest.Sealed], trimmed: Int64?) throws(JournalError) {
        self.engine = engine
        index = JournalIndex(kinds: engine.kinds, trimmed: trimmed)
        for sealed in segments {
            let file = try engine.onDisk { (disk) throws(SystemError) in try disk.open(engine.directory.segmentPath(sealed.number), .read) }
            let summary = try read(sealed.number, file, 0..<sealed.length, isSealed: true)
            guard summary.count == sealed.count, summary.checksum == sealed.checksum, index.damage.isEmpty else {
                throw .failure(.storeUnavailable, cause: "\(file.path) reads back with other bytes; the old segments stay in use")
            }
        }
    }

    /// Begins with a snapshot.
    init(_ engine: JournalEngine, _ snapshot: IndexSnapshot, trimmed: Int64?) {
        self.engine = engine
        index = snapshot.index
        index.begin(trimmed)
        position = (snapshot.note.extent.segment, snapshot.note.extent.end)
    }

    /// Writes the index of the new segments to a snapshot and continues with that, if it is long enough to be mapped.
    ///
    /// So the index is in memory only while the segments are read, and other processes needn't read them all. Failure is harmless.
    /// - Parameters:
    ///   - new: the new segments, all of which have been read.
    ///   - manifest: the manifest in force, whose active segment follows them.
    mutating func storeSnapshot(of new: [JournalManifest.Sealed], before manifest: JournalManifest) {
        // An index takes about 64 bytes a record; a short snapshot can as well be written on closing.
        guard engine.options.snapshotMinimum != nil, index.recordCount * 64 >= engine.options.mappedSnapshotLength else { return }
        let extent = IndexSnapshot.Extent(sealed: new, segment: manifest.active, end: 0)
        let (segments, known) = engine.published.withLock { ($0.segments, $0.validSnapshot?.name) }
        do throws(SystemError) {
            let file = try segments.file(manifest.active)
            // The manifest in force may need its own snapshot until then.
            let note = try IndexSnapshot.write(index.sorted(), extent, of: file, to: engine.directory, keeping: known)
            var next = manifest
            next.sealed = new
            guard let snapshot = engine.readSnapshot(next, segments, size: 0), snapshot.note.extent == extent else { return }
            self = PreparedIndex(engine, snapshot, trimmed: trimmed)
            self.snapshot = note
            self.snapshot?.isInUse = true
        } catch { return }
    }

    /// Reads the segments from `first` on, up to an end in the active one.
    mutating func follow(_ manifest: JournalManifest, to end: Int, from first: UInt32) throws(JournalError) {
        let sealed = manifest.sealed.filter { $0.number >= first }.map { ($0.number, $0.length) }
        for (number, length) in sealed + [(manifest.active, end)] where number >= position.segment {
            let start = number == position.segment ? position.offset : 0
            if length > start {
                let file = try engine.onDisk { (disk) throws(SystemError) in try disk.open(engine.directory.segmentPath(number), .read) }
                _ = try read(number, file, start..<length, isSealed: number != manifest.active)
            }
            position = (number, max(start, length))
        }
    }

    private mutating func read(
        _ number: UInt32,
        _ file: FileDescriptor,
        _ range: Range<Int>,
        isSealed: Bool
    ) throws(JournalError) -> SegmentScanner.Summary {
        do throws(SystemError) {
            return try SegmentScanner.scan(
                engine.fileSystem,
                file,
                segment: number,
                range: range,
                isSealed: isSealed,
                into: &index,
                wantsChecksum: isSealed
            )
        } catch { throw error.journalError }
    }
}
