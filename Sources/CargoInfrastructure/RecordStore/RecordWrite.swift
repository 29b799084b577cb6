/// One record to store, under compare-and-set.
package struct RecordWrite: Sendable {
    package var kind: RecordKind
    package var id: String
    /// The version that the store must hold, 0 for none; the record gets the next one.
    package var expectedVersion: Int64
    package var customer: String?
    /// Canonical JSON, so without a newline.
    package var document: [UInt8]
    /// Domain events, each one a JSON object, in order; the store numbers them.
    package var events: [[UInt8]]

    /// Joins what is to be stored and what the store must hold.
    package init(
        kind: RecordKind,
        id: String,
        expectedVersion: Int64,
        customer: String? = nil,
        document: [UInt8],
        events: [[UInt8]] = []
    ) {
        self.kind = kind
        self.id = id
        self.expectedVersion = expectedVersion
        self.customer = customer
        self.document = document
        self.events = events
    }
}
