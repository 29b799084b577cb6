/// A torn tail that was moved to `quarantine/`: bytes of saves that were never acknowledged.
public struct RecoveredTail: Hashable, Sendable {
    /// The file name of the segment.
    public let segment: String
    /// The range of the bytes in the segment.
    public let range: Range<Int>
    /// The file that now holds the bytes.
    public let quarantineFile: String
}
