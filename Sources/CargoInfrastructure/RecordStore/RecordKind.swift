/// A sort of record that a store holds: its name in the `t` field and how its versions live on.
package struct RecordKind: Hashable, Sendable {
    /// Which versions of one id stay readable.
    package enum History: Hashable, Sendable {
        /// The newest one: each record carries the whole state.
        case latest
        /// All of them, in order: record n is the n-th of its id.
        case all
    }

    /// 1 to 15 lower-case letters.
    package let name: String
    /// The newest schema of its documents that this program reads, and the one that it writes.
    package let schema: Int
    package let history: History
    /// Whether `changes` may be asked of it, at four bytes a record.
    package let keepsChanges: Bool
    /// How a document of each older schema is brought to the next one, schema 1 first.
    let upcasters: [Upcaster]

    init(
        _ name: String,
        schema: Int = 1,
        history: History = .latest,
        keepsChanges: Bool = false,
        upcasters: [Upcaster] = []
    ) {
        self.name = name
        self.schema = schema
        self.history = history
        self.keepsChanges = keepsChanges
        self.upcasters = upcasters
    }

    package static let cargo = RecordKind("cargo")
    /// Record n of a cargo is the n-th handling event stored for it.
    package static let handling = RecordKind("handling", history: .all)
    package static let voyage = RecordKind("voyage", keepsChanges: true)
    package static let location = RecordKind("location")
    /// Reservations of tracking ids for idempotency keys.
    package static let bookingKey = RecordKind("key")
    /// How far a consumer of domain events is in one of its lanes.
    package static let relay = RecordKind("relay")
    /// What a store of this kit holds.
    package static let all: [RecordKind] = [.cargo, .handling, .voyage, .location, .bookingKey, .relay]

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
