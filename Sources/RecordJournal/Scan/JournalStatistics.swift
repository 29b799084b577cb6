/// A summary of a store, for operators.
package struct JournalStatistics: Hashable, Sendable {
    /// A file of records.
    package struct Segment: Hashable, Sendable {
        /// The file's name in the store.
        package let name: String
        /// The file's length in bytes.
        package let length: Int
        /// Whether the segment is sealed, so that nothing is ever appended to it again.
        package let isSealed: Bool
    }

    /// The absolute path of the store's directory.
    package let path: String
    /// Whether the store exists.
    ///
    /// If not, all counts are 0 and all lists empty.
    package let exists: Bool
    /// The generation of the manifest, which increases with every change to the list of segments; 0 if there is no store.
    package let generation: Int
    /// The segments, oldest first.
    package let segments: [Segment]
    /// The number of records, including superseded ones.
    package let recordCount: Int
    /// The number of aggregates of each kind (for handling events, of histories), sorted by kind.
    ///
    /// Without those that were removed.
    package let aggregates: [Aggregates]
    /// The number of ids that were removed and of which a record is left.
    package let removedCount: Int
    /// The length in bytes of the records that aren't superseded.
    ///
    /// The rest of the segments is garbage.
    package let liveBytes: Int
    /// The number of domain events stored.
    package let eventCount: Int64
    /// The number of domain events that compactions have dropped.
    package let trimmedEventCount: Int64
    /// The number of bytes at the end that were never acknowledged.
    package let tornBytes: Int
    /// The damaged places, as file and offset.
    package let damage: [String]
    /// The torn tails that this process has moved to `quarantine/`.
    package let recoveredTails: [QuarantinedTail]
    /// The index snapshot that speeds up opening; nil if there is no valid one.
    package let snapshot: Snapshot?

    /// A snapshot of the index.
    ///
    /// You can delete its file at any time.
    package struct Snapshot: Hashable, Sendable {
        /// The file's name in the store.
        package let name: String
        /// The file's length in bytes.
        package let length: Int
        /// The number of segment bytes that opening doesn't have to scan.
        package let coveredBytes: Int
        /// Whether this store was opened with it.
        package let wasUsed: Bool
    }

    /// The number of ids of one kind.
    package struct Aggregates: Hashable, Sendable {
        /// The kind, such as `cargo`.
        package let kind: String
        /// The number of ids.
        package let count: Int
    }
}
