/// A record to store under compare-and-set.
///
/// `JournalWrite` has the same members. They stay two types, because the SQL stores know nothing of the journal, and the journal nothing of kinds.
package struct RecordWrite: Sendable {
    package var kind: RecordKind
    package var id: String
    /// The version that the store must hold; 0 if it must have no record.
    ///
    /// The write stores the next version.
    package var expectedVersion: Int64
    /// The schema of the document; by default the newest of its kind.
    package var schema: Int
    package var customer: String?
    /// What else a cargo is found by; `nil` for other kinds.
    package var keys: CargoKeys?
    /// The status by which a carrier's event is found, as in its document; `nil` for other kinds.
    package var status: String?
    /// The document as canonical JSON, which contains no newline.
    package var document: [UInt8]
    /// The domain events in order, each a JSON object.
    ///
    /// The store numbers them.
    package var events: [[UInt8]]

    /// Creates a write.
    /// - Parameter schema: the schema of the document; the newest of its kind if it is nil.
    package init(
        kind: RecordKind,
        id: String,
        expectedVersion: Int64,
        schema: Int? = nil,
        customer: String? = nil,
        document: [UInt8],
        events: [[UInt8]] = []
    ) {
        self.kind = kind
        self.id = id
        self.expectedVersion = expectedVersion
        self.schema = schema ?? kind.schema
        self.customer = customer
        self.document = document
        self.events = events
    }

    /// Returns a write that removes an id.
    ///
    /// Of a kind that keeps all versions, it removes all of them.
    package static func removal(
        of kind: RecordKind,
        _ id: String,
        expectedVersion: Int64,
        document: [UInt8] = Array("{}".utf8),
        events: [[UInt8]] = []
    ) -> RecordWrite {
        RecordWrite(
            kind: kind,
            id: id,
            expectedVersion: expectedVersion,
            schema: RecordKind.removedSchema,
            document: document,
            events: events
        )
    }

    /// Whether the write removes its id.
    package var isRemoval: Bool { schema == RecordKind.removedSchema }

    /// Says what the cargo of the document is found by, and takes its schema.
    package mutating func index(by keys: CargoKeys) {
        self.keys = keys
        schema = keys.schema
    }
}
