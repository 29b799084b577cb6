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
        case .manifest: "Restore \(file) or the whole store from a backup; it can't be rebuilt from the other files."
        case .damage, .order: "Restore the store from a backup, or remove the damage with `store repair`."
        case .tornTail: "Nothing: opening the store moves it to quarantine/."
        case .events: "Inform the events' consumers; the missing events can't be recovered."
        case .document: "Restore the store from a backup, or restore an older version with `store repair --accept-older`."
        }
    }
}
