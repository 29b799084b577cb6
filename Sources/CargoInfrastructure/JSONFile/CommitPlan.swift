import CargoDomain

/// What a batch of commits comes to: each one's outcome, and the bytes and index items of those that pass.
struct CommitPlan {
    private struct Key: Hashable {
        let kind: RecordKind
        let id: String
    }

    private let segment: UInt32
    private let start: Int
    private let watermark: Int
    /// Versions that the index does not have yet: other processes' records, and the commits before in this batch.
    private var versions: [Key: Int64] = [:]
    /// Schemas of other processes' records.
    private var schemas: [Key: Int] = [:]
    private var nextSequence: Int64

    private(set) var outcomes: [JournalOutcome] = []
    private(set) var bytes: [UInt8] = []
    private(set) var items: [JournalItem] = []

    init(index: borrowing JournalIndex, tail: JournalEngine.Tail, watermark: Int) {
        self.watermark = watermark
        segment = tail.segment
        start = tail.summary.end
        nextSequence = index.nextSequence
        for case .record(let header, _) in tail.items {
            let key = Key(kind: RecordKind(header.kind), id: header.id)
            versions[key] = header.version
            schemas[key] = header.schema
            if header.eventCount > 0 { nextSequence = header.firstSequence + Int64(header.eventCount) }
        }
    }

    /// Checks a commit against the store and the commits before it; appends its records if it passes.
    ///
    /// The plan keeps no reference to the index: the index would have to be copied when the plan is carried out.
    mutating func add(_ writes: [JournalWrite], to index: borrowing JournalIndex) {
        let before = versions
        for (place, write) in writes.enumerated() {
            let key = Key(kind: write.kind, id: write.id)
            if let failure = refusal(of: write, key, index) {
                versions = before
                return outcomes.append(.failed(failure))
            }
            let actual = versions[key] ?? index.version(write.kind, write.id)
            guard actual == write.expectedVersion else {
                versions = before
                return outcomes.append(.conflict(write: place, actual: actual))
            }
            versions[key] = actual + 1
        }
        for (place, write) in writes.enumerated() {
            append(write, batch: writes.count > 1 ? RecordHeader.Batch(index: place, count: writes.count) : nil)
        }
        outcomes.append(.committed)
    }

    /// A document of a newer schema is not overwritten by a program that cannot read it.
    private func refusal(of write: JournalWrite, _ key: Key, _ index: borrowing JournalIndex) -> DomainError? {
        precondition(RecordLine.isPlain(write.id) && write.customer.map(RecordLine.isPlain) ?? true, "an id that cannot stand in a record")
        let schema = schemas[key] ?? index.schema(write.kind, write.id)
        guard schema > write.kind.schema else { return nil }
        let cause = "\(write.kind.name) \(write.id) has schema \(schema), this program writes \(write.kind.schema)"
        return .technical(.storeSchemaUnsupported, cause: cause)
    }

    private mutating func append(_ write: JournalWrite, batch: RecordHeader.Batch?) {
        var header = RecordHeader(
            watermark: watermark,
            kind: write.kind.name,
            id: write.id,
            version: write.expectedVersion + 1,
            schema: write.kind.schema
        )
        header.customer = write.customer
        header.batch = batch
        header.firstSequence = nextSequence
        nextSequence += Int64(write.events.count)
        let offset = bytes.count
        header = RecordLine.append(RecordLine.Draft(header: header, document: write.document, events: write.events), to: &bytes)
        let location = RecordLocation(segment: segment, length: UInt32(bytes.count - offset), offset: start + offset)
        items.append(.record(header, location))
    }
}
