/// Something wrong in a store's files, as `verify` reports it.
public struct StoreFinding: Hashable, Sendable {
    /// What is wrong.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The manifest cannot be read, or a file that it names is missing.
        case manifest
        /// Acknowledged bytes are not what was written.
        case damage
        /// A record does not follow the one before it.
        case order
        /// The end of a save that was never acknowledged; opening the store moves it to `quarantine/`.
        case tornTail = "torn_tail"
        /// Domain events are missing from the sequence.
        case events
        /// A record that is whole but holds no valid aggregate, or is the newest one left of an id that may have had a newer one.
        case document
    }

    /// What is wrong.
    public let problem: Problem
    /// The file's name in the store.
    public let file: String
    /// Where in the file, in bytes; nil for the whole of it.
    public let offset: Int?
    /// Whose record it is, such as `cargo ABC123`, where that is known.
    public let record: String?
    /// More, for people.
    public let detail: String

    /// What to do about it.
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

/// What a store holds, for people who look after it.
public struct StoreStatistics: Hashable, Sendable {
    /// A file of records.
    public struct Segment: Hashable, Sendable {
        /// The file's name in the store.
        public let name: String
        /// Its length in bytes.
        public let length: Int
        /// Whether it is never appended to again.
        public let isSealed: Bool
    }

    /// The store's directory, absolute.
    public let path: String
    /// Whether anything was ever saved; the rest is zero or empty where not.
    public let exists: Bool
    /// How often the set of files has changed.
    public let generation: Int
    /// The files, oldest first.
    public let segments: [Segment]
    /// All records, superseded ones too.
    public let recordCount: Int
    /// How many aggregates there are of each kind (chains for handling events), sorted by kind.
    public let aggregates: [Aggregates]
    /// Bytes of the records that are not superseded; the rest of the segments is garbage.
    public let liveBytes: Int
    /// How many domain events were stored.
    public let eventCount: Int64
    /// Bytes at the end that nobody was promised.
    public let tornBytes: Int
    /// Damaged places, as file and offset.
    public let damage: [String]
    /// What this process has moved to `quarantine/`.
    public let recoveredTails: [RecoveredTail]
    /// The file that saves scanning everything on opening; nil where there is none that counts.
    public let snapshot: Snapshot?

    /// A snapshot of the index, disposable.
    public struct Snapshot: Hashable, Sendable {
        /// The file's name in the store.
        public let name: String
        /// Its length in bytes.
        public let length: Int
        /// How many bytes of the segments need not be scanned thanks to it.
        public let coveredBytes: Int
        /// Whether it was used when this store was opened.
        public let wasUsed: Bool
    }

    /// How many ids there are of a kind.
    public struct Aggregates: Hashable, Sendable {
        /// The kind, such as `cargo`.
        public let kind: String
        /// Its ids.
        public let count: Int
    }
}
