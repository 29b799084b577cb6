/// A problem in a journal's files, as reported by `verify`.
package struct JournalFinding: Hashable, Sendable {
    /// The kind of problem.
    package enum Problem: Hashable, Sendable {
        /// The manifest can't be read, or a file that it names is missing.
        case manifest
        /// Acknowledged bytes have changed since they were written.
        case damage
        /// A record doesn't follow the one before it.
        case order
        /// The end of a save that was never acknowledged. Opening the store moves it to `quarantine/`.
        case tornTail
        /// Domain events are missing from the sequence.
        case events
    }

    /// The kind of problem.
    package let problem: Problem
    /// The file's name in the store.
    package let file: String
    /// The offset in the file in bytes; nil for the whole file.
    package let offset: Int?
    /// The affected record, such as `cargo ABC123`, if known.
    package let record: String?
    /// Details, for people to read.
    package let detail: String
}
