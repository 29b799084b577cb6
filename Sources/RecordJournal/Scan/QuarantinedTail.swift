/// A torn tail that was moved to `quarantine/`: bytes of commits that were never acknowledged.
package struct QuarantinedTail: Hashable, Sendable {
    /// The file name of the segment.
    package let segment: String
    /// The range of the bytes in the segment.
    package let range: Range<Int>
    /// The file that now holds the bytes.
    package let quarantineFile: String
}
