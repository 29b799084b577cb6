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
