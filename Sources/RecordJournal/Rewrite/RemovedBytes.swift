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
