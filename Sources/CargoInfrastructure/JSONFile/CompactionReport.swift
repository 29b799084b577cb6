/// What a compaction did.
public struct CompactionReport: Hashable, Sendable {
    /// How many sealed segments were read.
    public let segmentsBefore: Int
    /// How many stand in their place.
    public let segmentsAfter: Int
    /// The bytes of those that were read; they stay on the disk until the next compaction.
    public let bytesBefore: Int
    /// The bytes of those that stand in their place.
    public let bytesAfter: Int
    /// Names of files of earlier compactions, and of ones that were broken off, that were removed.
    public let removedFiles: [String]
}
