/// A kind of record: its name in the `t` field, and how its versions are kept.
///
/// `JournalKind` has the same members. They stay two types, because the SQL stores know nothing of the journal.
package struct RecordKind: Hashable, Sendable {
    /// Which versions of an id stay readable.
    package enum History: Hashable, Sendable {
        /// Only the newest version, which carries the whole state.
        case latest
        /// All versions in order; record n is the n-th of its id.
        case all
    }

    /// The name: 1 to 15 lower-case letters.
    package let name: String
    /// The newest schema version that this program reads, and writes unless a write says otherwise.
    package let schema: Int
    package let history: History
    /// Whether `changes` is supported for this kind.
    ///
    /// Takes four bytes for each record.
    package let keepsChanges: Bool

    init(
        _ name: String,
        schema: Int = 1,
        history: History = .latest,
        keepsChanges: Bool = false
    ) {
        self.name = name
        self.schema = schema
        self.history = history
        self.keepsChanges = keepsChanges
    }

    /// Schema 1 is read as DLV-10 says; a save writes schema 2 to 5, as `CargoKeys.schema(of:)` says.
    package static let cargo = RecordKind("cargo", schema: 5)
    /// Record n of a cargo is the n-th registration (schema 1) or retraction (schema 2) of a handling event of it.
    package static let handling = RecordKind("handling", schema: 2, history: .all)
    /// A save writes schema 2 for a voyage with details or reports, which older programs don't know, and schema 1 otherwise.
    package static let voyage = RecordKind("voyage", schema: 2, keepsChanges: true)
    package static let location = RecordKind("location")
    /// The tracking ids reserved for idempotency keys.
    package static let bookingKey = RecordKind("key")
    /// How far a consumer of domain events has read one of its partitions.
    package static let relay = RecordKind("relay")
    /// The subscriptions to domain events.
    ///
    /// A save writes schema 2 for one with sealed secrets, which older programs can't open, and schema 1 otherwise.
    package static let subscription = RecordKind("subscription", schema: 2)
    /// How far the deliveries of a subscription are.
    package static let delivery = RecordKind("delivery")
    /// The events of carriers that wait for something, or did.
    package static let carrierEvent = RecordKind("carrierevent")
    /// Which handling of a cargo came from which event of a carrier.
    package static let carrierLog = RecordKind("carrierlog")
    /// Who has access to the services that use the store, and which sessions have ended.
    package static let access = RecordKind("access")
    /// All kinds of records in a store of this kit.
    package static let all: [RecordKind] = [
        .cargo, .handling, .voyage, .location, .bookingKey, .relay, .subscription, .delivery, .carrierEvent, .carrierLog,
        .access,
    ]

    /// The schema of a record which says that its id was removed (REP-9).
    package static let removedSchema = 255

    /// Whether a removed id stays in use; those of other kinds can be given again.
    package var remembersRemoved: Bool { self == .cargo }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
