import CargoDomain

/// What readers see of a journal: only what is as durable as the store was opened for.
struct PublishedJournal: Sendable {
    /// Nil while there is no store.
    var manifest: JournalManifest?
    var manifestFile: FileStatus.Identity?
    /// Kept open so that its file number stays its own.
    var manifestDescriptor: FileDescriptor?
    var index: JournalIndex
    var segments: SegmentFiles
    /// The active segment, open for reading.
    var active: FileDescriptor?
    /// How far the active segment is in the index.
    var end = 0
    /// Bytes after the end that count for nothing, in a store that is damaged or cannot be written.
    var torn: Range<Int>?
    /// The snapshot of the index that is in place, as far as this engine knows.
    var snapshot: IndexSnapshot.Note?
    /// Raised when the index was built anew.
    var epoch = 0
    /// The state file of the store, while this engine has it open; nil where there is no store, or where it cannot be written.
    var state: StateFile?
    /// Whether the store cannot be written and nobody else had it open when it was read.
    var isAlone = false

    init(index: JournalIndex, segments: SegmentFiles) {
        self.index = index
        self.segments = segments
    }

    /// Puts an empty segment, open for reading, after those there are.
    mutating func begin(_ number: UInt32, _ file: FileDescriptor) {
        segments.keep(file, as: number)
        active = file
        end = 0
        torn = nil
    }
}

/// A torn tail that was moved out of the way: bytes of saves that were never acknowledged.
public struct RecoveredTail: Hashable, Sendable {
    /// The segment's file name.
    public let segment: String
    /// Where in the segment the bytes stood.
    public let range: Range<Int>
    /// The file that holds them now.
    public let quarantineFile: String
}
