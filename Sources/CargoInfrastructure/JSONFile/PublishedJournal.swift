import CargoDomain

/// What readers see of a journal: only what is as durable as the store was opened for.
struct PublishedJournal: Sendable {
    /// Nil while there is no store.
    var manifest: JournalManifest?
    var manifestFile: FileStatus.Identity?
    /// Kept open so that its file number stays its own.
    var manifestDescriptor: FileDescriptor?
    var index: JournalIndex
    /// The segments, open for reading.
    var segments: [UInt32: FileDescriptor] = [:]
    /// How far the active segment is in the index.
    var end = 0
    /// Bytes of this engine in the active segment that are not acknowledged yet.
    var inFlight: Range<Int>?
    /// Bytes after the end that count for nothing, as seen last.
    var torn: Range<Int>?
    /// The snapshot of the index that is in place, as far as this engine knows.
    var snapshot: IndexSnapshot.Note?
    /// Raised when the index was built anew.
    var epoch = 0
    /// Set when failed saves could not be cut off: what stands after the end is never looked at again.
    var isFrozen = false

    var active: FileDescriptor? { manifest.flatMap { segments[$0.active] } }
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
