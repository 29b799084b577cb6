/// A record to store under compare-and-set.
package struct JournalWrite: Sendable {
    package var kind: JournalKind
    package var id: String
    /// The version that the journal must hold; 0 if it must have no record.
    ///
    /// The write stores the next version.
    package var expectedVersion: Int64
    /// The schema of the document; by default the newest of its kind, and `JournalKind.removedSchema` to remove the id.
    package var schema: Int
    /// A second key, by which `ids` finds the newest records.
    package var customer: String?
    /// Further keys, by which `ids` finds the newest records.
    package var keys = RecordKeys()
    /// The document as canonical JSON, which contains no newline.
    package var document: [UInt8]
    /// The domain events in order, each a JSON object.
    ///
    /// The journal numbers them.
    package var events: [[UInt8]]

    /// Creates a write.
    package init(
        kind: JournalKind,
        id: String,
        expectedVersion: Int64,
        customer: String? = nil,
        document: [UInt8],
        events: [[UInt8]] = []
    ) {
        self.kind = kind
        self.id = id
        self.expectedVersion = expectedVersion
        schema = kind.schema
        self.customer = customer
        self.document = document
        self.events = events
    }
}

extension JournalWrite {
    /// Creates the write that removes an id.
    ///
    /// A later write with the next version gives the id a state again.
    /// - Parameters:
    ///   - document: says why or where to; any JSON object.
    ///   - events: the domain events in order, each a JSON object.
    package init(
        removing kind: JournalKind,
        id: String,
        expectedVersion: Int64,
        document: [UInt8] = Array("{}".utf8),
        events: [[UInt8]] = []
    ) {
        self.init(kind: kind, id: id, expectedVersion: expectedVersion, document: document, events: events)
        schema = JournalKind.removedSchema
    }

    /// Creates the write that accepts the loss of all records of an id, which then counts as never stored, or as removed again if the newest
    /// record that is left says so.
    package init(accepting loss: JournalEngine.Loss) {
        if let older = loss.older, older.isRemoved {
            self.init(removing: loss.kind, id: loss.id, expectedVersion: loss.version, document: Array(older.document))
            return
        }
        let kind = JournalKind(loss.kind.name, schema: 0, history: loss.kind.history)
        self.init(kind: kind, id: loss.id, expectedVersion: loss.version, document: EmptyDocument.accepted)
    }
}

/// A commit waiting for the writer.
struct QueuedCommit: Sendable {
    /// Who is told the outcome.
    enum Caller {
        case task(CheckedContinuation<JournalOutcome, Never>)
        /// A commit of several that are submitted together, by its number.
        case member(OutcomeList, Int)
    }

    let framed: FramedCommit
    let caller: Caller

    func resume(_ outcome: JournalOutcome) {
        switch caller {
        case .task(let continuation): continuation.resume(returning: outcome)
        case .member(let list, let place): list.set(outcome, at: place)
        }
    }
}
