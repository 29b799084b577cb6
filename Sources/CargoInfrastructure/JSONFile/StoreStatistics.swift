/// A summary of a store, for operators.
public struct StoreStatistics: Hashable, Sendable {
    /// A file of records.
    public struct Segment: Hashable, Sendable {
        /// The file's name in the store.
        public let name: String
        /// The file's length in bytes.
        public let length: Int
        /// Whether the segment is sealed, so that nothing is ever appended to it again.
        public let isSealed: Bool
    }

    /// The absolute path of the store's directory.
    public let path: String
    /// Whether the store exists.
    ///
    /// If not, all counts are 0 and all lists empty.
    public let exists: Bool
    /// The generation of the manifest, which increases with every change to the list of segments; 0 if there is no store.
    public let generation: Int
    /// The segments, oldest first.
    public let segments: [Segment]
    /// The number of records, including superseded ones.
    public let recordCount: Int
    /// The number of aggregates of each kind (for handling events, of histories), sorted by kind.
    public let aggregates: [Aggregates]
    /// The length in bytes of the records that aren't superseded.
    ///
    /// The rest of the segments is garbage.
    public let liveBytes: Int
    /// The number of domain events stored.
    public let eventCount: Int64
    /// The number of bytes at the end that were never acknowledged.
    public let tornBytes: Int
    /// The damaged places, as file and offset.
    public let damage: [String]
    /// The torn tails that this process has moved to `quarantine/`.
    public let recoveredTails: [RecoveredTail]
    /// The index snapshot that speeds up opening; nil if there is no valid one.
    public let snapshot: Snapshot?

    /// A snapshot of the index.
    ///
    /// You can delete its file at any time.
    public struct Snapshot: Hashable, Sendable {
        /// The file's name in the store.
        public let name: String
        /// The file's length in bytes.
        public let length: Int
        /// The number of segment bytes that opening doesn't have to scan.
        public let coveredBytes: Int
        /// Whether this store was opened with it.
        public let wasUsed: Bool
    }

    /// The number of ids of one kind.
    public struct Aggregates: Hashable, Sendable {
        /// The kind, such as `cargo`.
        public let kind: String
        /// The number of ids.
        public let count: Int
    }
}
