/// The result of a compaction.
public struct CompactionReport: Hashable, Sendable {
    /// The number of sealed segments that were read.
    public let segmentsBefore: Int
    /// The number of segments that replaced them.
    public let segmentsAfter: Int
    /// The length in bytes of the segments that were read.
    ///
    /// They stay on disk until the next compaction.
    public let bytesBefore: Int
    /// The length in bytes of the segments that replaced them.
    public let bytesAfter: Int
    /// The names of removed files, left over from earlier or interrupted compactions.
    public let removedFiles: [String]
}

/// The result of a repair.
public struct RepairReport: Hashable, Sendable {
    /// Bytes that were removed from the journal.
    public struct Removal: Hashable, Sendable {
        /// The segment's file name.
        public let file: String
        /// The offset of the bytes in that file.
        public let offset: Int
        /// The number of bytes.
        public let length: Int
        /// The affected record, such as `cargo ABC123`, if known.
        public let record: String?
        /// The file in the store that now holds the bytes.
        public let quarantineFile: String
    }

    /// What was removed, in journal order.
    public internal(set) var removals: [Removal] = []
    /// Records whose newest state is lost, such as `cargo ABC123`, sorted by kind and id.
    ///
    /// Reading them fails with `corrupt_record`.
    public internal(set) var lost: [String] = []
    /// Records whose loss was accepted: they show an older state again, or continue without what is lost.
    public internal(set) var restored: [String] = []

    /// Whether there was nothing to repair.
    public var isEmpty: Bool { removals.isEmpty && lost.isEmpty && restored.isEmpty }
}

/// A torn tail that was moved to `quarantine/`: bytes of saves that were never acknowledged.
public struct RecoveredTail: Hashable, Sendable {
    /// The file name of the segment.
    public let segment: String
    /// The range of the bytes in the segment.
    public let range: Range<Int>
    /// The file that now holds the bytes.
    public let quarantineFile: String
}
