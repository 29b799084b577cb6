/// The plan for a batch of commits: the outcome of each, and the bytes and index items of those that succeed.
///
/// `add` judges each commit against the index. `encode` then makes the bytes and no longer needs the index.
struct CommitPlan {
    /// A newer state of an id than the index has: from another process's records, or from an earlier commit of this batch.
    private struct Newer {
        var version: Int64
        /// The schema of the document; 0 if this program wrote it.
        var schema = 0
    }

    private let segment: UInt32
    private let start: Int
    private let watermark: Int
    private var newer: [RecordKey: Newer] = [:]
    private var nextSequence: Int64
    /// The commits that passed the check.
    private var admitted: [[JournalWrite]] = []

    private(set) var outcomes: [JournalOutcome] = []
    private(set) var bytes: [UInt8] = []
    private(set) var items: [JournalItem] = []

    init(index: borrowing JournalIndex, end: SegmentEnd) {
        watermark = end.state.sync.durable
        segment = end.segment
        start = end.end
        nextSequence = index.nextSequence
        for case .record(let header, _) in end.items {
            newer[RecordKey(header)] = Newer(version: header.version, schema: header.schema)
            if header.eventCount > 0 { nextSequence = header.firstSequence + Int64(header.eventCount) }
        }
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { admitted.isEmpty }

    /// Checks a commit against the store and against the earlier commits of the batch.
    ///
    /// The plan keeps no reference to the index. Otherwise applying the plan would copy the index.
    mutating func add(_ writes: [JournalWrite], to index: borrowing JournalIndex) {
        var before: [(key: RecordKey, newer: Newer?)] = []
        for (place, write) in writes.enumerated() {
            let key = RecordKey(write.kind, write.id)
            let known = newer[key]
            let (actual, schema) = known.map { ($0.version, $0.schema) } ?? index.newest(write.kind, write.id)
            let failure = refusal(of: write, schema: schema)
            guard failure == nil, actual == write.expectedVersion else {
                for change in before.reversed() { newer[change.key] = change.newer }
                return outcomes.append(failure.map { .failed($0) } ?? .conflict(write: place, actual: actual))
            }
            newer[key] = Newer(version: actual + 1)
            if writes.count > 1 { before.append((key, known)) }
        }
        if !writes.isEmpty { admitted.append(writes) }
        outcomes.append(.committed)
    }

    /// Refuses to overwrite a document whose schema is newer than this program can read.
    private func refusal(of write: JournalWrite, schema: Int) -> JournalError? {
        precondition(RecordLine.isPlain(write.id) && write.customer.map(RecordLine.isPlain) ?? true, "an id that cannot stand in a record")
        // Schema 0 marks a record that says something about the id itself, so it can be written over any document.
        guard schema > write.kind.schema, write.kind.schema > 0 else { return nil }
        let cause = "\(write.kind.name) \(write.id) has schema \(schema); this program writes \(write.kind.schema)"
        return .failure(.storeSchemaUnsupported, cause: cause)
    }

    /// Encodes the commits that passed.
    mutating func encode() {
        bytes.reserveCapacity(admitted.reduce(0) { $0 + $1.reduce(0) { $0 + $1.lengthEstimate } })
        items.reserveCapacity(admitted.count)
        for writes in admitted {
            for (place, write) in writes.enumerated() {
                append(write, batch: writes.count > 1 ? RecordHeader.Batch(index: place, count: writes.count) : nil)
            }
        }
    }

    private mutating func append(_ write: JournalWrite, batch: RecordHeader.Batch?) {
        var header = RecordHeader(
            watermark: watermark,
            kind: write.kind.name,
            id: write.id,
            version: write.expectedVersion + 1,
            schema: write.schema
        )
        header.customer = write.customer
        header.keys = write.keys
        header.batch = batch
        header.firstSequence = nextSequence
        nextSequence += Int64(write.events.count)
        let offset = bytes.count
        header = RecordLine.append(RecordLine.Draft(header: header, document: write.document, events: write.events), to: &bytes)
        let location = RecordLocation(segment: segment, length: UInt32(bytes.count - offset), offset: start + offset)
        items.append(.record(header, location))
    }
}

extension JournalWrite {
    /// An estimate of the record's length in bytes, on the high side.
    fileprivate var lengthEstimate: Int {
        document.count + events.reduce(2) { $0 + $1.count + 1 } + id.utf8.count + 192 + (keys.voyages?.utf8.count ?? 0)
    }
}
