/// A kind of record: its name in the `t` field, and how its versions are kept.
///
/// Two kinds are equal if their names are.
package struct JournalKind: Hashable, Sendable {
    /// Which versions of an id stay readable.
    package enum History: Hashable, Sendable {
        /// Only the newest version, which carries the whole state.
        case latest
        /// All versions in order; record n is the n-th of its id.
        case all
    }

    /// The schema of a record that says that its id was removed, for every kind.
    package static let removedSchema = 255

    /// The name: 1 to 15 lower-case letters.
    package let name: String
    /// The schema version that this program writes, and the newest that it reads; 0 for a record that says something about the id itself.
    package let schema: Int
    /// Which versions of an id stay readable.
    package let history: History
    /// Whether `changes` is supported for this kind.
    ///
    /// Takes four bytes for each record.
    package let keepsChanges: Bool
    /// Whether a compaction that drops removed ids keeps the record that says that an id was removed, so that its versions continue.
    ///
    /// Otherwise such an id counts as never stored from then on.
    package let remembersRemoved: Bool
    /// The families of keys by which records are found.
    package let keys: [KeyFamily]
    /// The family of which a record must list a key, so that it is found by its `du` (`DueColumn`); nil if no record is.
    package let due: KeyFamily?

    /// Makes a kind.
    package init(
        _ name: String,
        schema: Int = 1,
        history: History = .latest,
        keepsChanges: Bool = false,
        remembersRemoved: Bool = false,
        keys: [KeyFamily] = [],
        due: KeyFamily? = nil
    ) {
        self.name = name
        self.schema = schema
        self.history = history
        self.keepsChanges = keepsChanges
        self.remembersRemoved = remembersRemoved
        self.keys = keys
        self.due = due
    }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
