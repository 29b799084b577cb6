package import CargoDomain

/// One record to store, under compare-and-set.
package struct JournalWrite: Sendable {
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

/// What became of a commit.
package enum JournalOutcome: Sendable, Equatable {
    /// All its writes are stored, as durable as the store was opened for.
    case committed
    /// The write at an index found another version than it expected; nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// Nothing is stored.
    case failed(DomainError)
}

/// A domain event as it was stored, and its place among all of the store.
package struct JournalEvent: Sendable {
    /// 1, 2, 3… in the order of the commits.
    package let sequence: Int64
    /// One JSON object, without the sequence number.
    package let bytes: ArraySlice<UInt8>

    /// Joins a number and an event.
    package init(sequence: Int64, bytes: ArraySlice<UInt8>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}
