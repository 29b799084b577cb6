/// The index of a store as it will be after a compaction, built while the current one stays in use.
struct PreparedIndex: Sendable {
    private(set) var index: JournalIndex
    private let engine: JournalEngine
    /// The position up to which the segments after the compacted ones have been read.
    private var position: (segment: UInt32, offset: Int) = (0, 0)

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
