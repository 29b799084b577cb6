import CargoDomain

/// One record to store, under compare-and-set.
struct JournalWrite: Sendable {
    var kind: RecordKind
    var id: String
    /// The version that the store must hold, 0 for none; the record gets the next one.
    var expectedVersion: Int64
    var customer: String?
    /// Canonical JSON, so without a newline.
    var document: [UInt8]
    /// Domain events, each one a JSON object, in order; the store numbers them.
    var events: [[UInt8]] = []
}

/// What became of a commit.
enum JournalOutcome: Sendable, Equatable {
    /// All its writes are stored, as durable as the store was opened for.
    case committed
    /// The write at an index found another version than it expected; nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// Nothing is stored.
    case failed(DomainError)
}

/// A commit that waits for the writer.
struct QueuedCommit: Sendable {
    let writes: [JournalWrite]
    let resume: @Sendable (JournalOutcome) -> Void
}
