/// The result of a compaction.
package struct CompactionSummary: Hashable, Sendable {
    /// The number of sealed segments that were read.
    package let segmentsBefore: Int
    /// The number of segments that replaced them.
    package let segmentsAfter: Int
    /// The length in bytes of the segments that were read.
    ///
    /// They stay on disk until the next compaction.
    package let bytesBefore: Int
    /// The length in bytes of the segments that replaced them.
    package let bytesAfter: Int
    /// The names of removed files, left over from earlier or interrupted compactions.
    package let removedFiles: [String]
}

/// Bytes that a repair removed from the journal.
package struct RemovedBytes: Hashable, Sendable {
    /// The segment's file name.
    package let file: String
    /// The offset of the bytes in that file.
    package let offset: Int
    /// The number of bytes.
    package let length: Int
    /// The affected record, such as `cargo ABC123`, if known.
    package let record: String?
    /// The file in the store that now holds the bytes.
    package let quarantineFile: String
}
