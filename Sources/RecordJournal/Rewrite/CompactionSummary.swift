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
