/// What readers see of a journal: only records that are as durable as the store's options require.
struct PublishedJournal: Sendable {
    /// Nil while there is no store.
    var manifest: JournalManifest?
    var manifestFile: FileStatus.Identity?
    /// Kept open so that its file number isn't reused.
    var manifestDescriptor: FileDescriptor?
    var index: JournalIndex
    var segments: SegmentFiles
    /// The active segment, open for reading.
    var active: FileDescriptor?
    /// The offset up to which the active segment is in the index.
    var end = 0
    /// Bytes after `end` that don't count, in a store that is damaged or can't be written.
    var torn: Range<Int>?
    /// The snapshot in place, as far as this engine knows.
    var snapshot: IndexSnapshot.Note?
    /// Incremented each time the index is rebuilt.
    var epoch = 0
    /// The state file, while this engine has the store open.
    ///
    /// Nil if there is no store or it can't be written.
    var state: StateFile?
    /// Whether the store can't be written and no other process had it open when it was read.
    var isAlone = false

    init(index: JournalIndex, segments: SegmentFiles) {
        self.index = index
        self.segments = segments
    }

    /// Begins an empty segment, open for reading, after the existing ones.
    mutating func begin(_ number: UInt32, _ file: FileDescriptor) {
        segments.keep(file, as: number)
        active = file
        end = 0
        torn = nil
    }
}
