import CargoDomain

/// What a batch of commits comes to: each one's outcome, and the bytes and index items of those that pass.
///
/// Commits are judged against the index with `add`; the bytes are made by `encode`, which needs the index no more.
struct CommitPlan {
    private struct Key: Hashable {
        let kind: RecordKind
        let id: String
    }

    /// What the index does not have yet of an id: other processes' records, and the commits before in this batch.
    private struct Newer {
        var version: Int64
        /// The schema of the document, 0 where it is one of this program's.
        var schema = 0
    }

    private let segment: UInt32
    private let start: Int
    private let watermark: Int
    private var newer: [Key: Newer] = [:]
    private var nextSequence: Int64
    /// The commits that have passed.
    private var admitted: [[RecordWrite]] = []

    private(set) var outcomes: [CommitOutcome] = []
    private(set) var bytes: [UInt8] = []
    private(set) var items: [JournalItem] = []

    init(index: borrowing JournalIndex, end: SegmentEnd) {
        watermark = end.state.sync.durable
        segment = end.segment
        start = end.end
        nextSequence = index.nextSequence
        for case .record(let header, _) in end.items {
            newer[Key(kind: RecordKind(header.kind), id: header.id)] = Newer(version: header.version, schema: header.schema)
            if header.eventCount > 0 { nextSequence = header.firstSequence + Int64(header.eventCount) }
        }
    }

    /// Whether nothing is to be written.
    var isEmpty: Bool { admitted.isEmpty }

    /// Checks a commit against the store and the commits before it.
    ///
    /// The plan keeps no reference to the index: the index would have to be copied when the plan is carried out.
    mutating func add(_ writes: [RecordWrite], to index: borrowing JournalIndex) {
        var before: [(key: Key, newer: Newer?)] = []
        for (place, write) in writes.enumerated() {
            let key = Key(kind: write.kind, id: write.id)
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

    /// A document of a newer schema is not overwritten by a program that cannot read it.
    private func refusal(of write: RecordWrite, schema: Int) -> DomainError? {
        precondition(RecordLine.isPlain(write.id) && write.customer.map(RecordLine.isPlain) ?? true, "an id that cannot stand in a record")
        // Schema 0 says something of the id itself, whatever its documents look like.
        guard schema > write.kind.schema, write.kind.schema > 0 else { return nil }
        let cause = "\(write.kind.name) \(write.id) has schema \(schema), this program writes \(write.kind.schema)"
        return .technical(.storeSchemaUnsupported, cause: cause)
    }

    /// Makes the bytes of the commits that have passed.
    mutating func encode() {
        bytes.reserveCapacity(admitted.reduce(0) { $0 + $1.reduce(0) { $0 + $1.lengthEstimate } })
        items.reserveCapacity(admitted.count)
        for writes in admitted {
            for (place, write) in writes.enumerated() {
                append(write, batch: writes.count > 1 ? RecordHeader.Batch(index: place, count: writes.count) : nil)
            }
        }
    }

    private mutating func append(_ write: RecordWrite, batch: RecordHeader.Batch?) {
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

extension RecordWrite {
    /// About how many bytes the record will have, rather too many than too few.
    fileprivate var lengthEstimate: Int { document.count + events.reduce(2) { $0 + $1.count + 1 } + id.utf8.count + 192 }
}
