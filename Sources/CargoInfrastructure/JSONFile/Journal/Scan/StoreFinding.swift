/// A problem in a store's files, as reported by `verify`.
public struct StoreFinding: Hashable, Sendable {
    /// The kind of problem.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The manifest can't be read, or a file that it names is missing.
        case manifest
        /// Acknowledged bytes have changed since they were written.
        case damage
        /// A record doesn't follow the one before it.
        case order
        /// The end of a save that was never acknowledged. Opening the store moves it to `quarantine/`.
        case tornTail = "torn_tail"
        /// Domain events are missing from the sequence.
        case events
        /// An intact record without a valid aggregate, or the newest remaining record of an id that may have had a newer one.
        case document
    }

    /// The kind of problem.
    public let problem: Problem
    /// The file's name in the store.
    public let file: String
    /// The offset in the file in bytes; nil for the whole file.
    public let offset: Int?
    /// The affected record, such as `cargo ABC123`, if known.
    public let record: String?
    /// Details, for people to read.
    public let detail: String

    /// What to do about the problem.
    public var advice: String {
        switch problem {
        case .manifest: "Restore \(file) from a backup, or the whole store: it cannot be made again from the other files."
        case .damage, .order: "Restore the store from a backup, or take out what is damaged with `store repair`."
        case .tornTail: "Nothing: opening the store moves it to quarantine/."
        case .events: "Tell those who read the events that these are missing; nothing brings them back."
        case .document: "Restore the store from a backup, or let an older state show again with `store repair --accept-older`."
        }
    }
}

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
