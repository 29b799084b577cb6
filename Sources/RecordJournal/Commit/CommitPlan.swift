/// The plan for a batch of commits: the outcome of each, the bytes of those that succeed, and where their records belong in the index.
///
/// `init` judges each commit against the index. `encode` then makes the bytes and no longer needs the index.
struct CommitPlan {
    /// A newer state of an id than the index has: from another process's records, or from an earlier commit of this batch.
    private struct Newer {
        var version: Int64
        /// The schema of the document; 0 if this program wrote it.
        var schema = 0
    }

    /// What identifies a record within a plan.
    private enum Key: Hashable {
        /// An id that the index has.
        case known(JournalIndex.Place)
        case new(RecordKey)
    }

    /// A record to write.
    private struct Planned {
        /// The number of its commit in the batch.
        let commit: Int
        /// The number of the record in its commit.
        let record: Int
        /// Where the index has its id; nil if the id is new.
        let place: JournalIndex.Place?
        var firstSequence: Int64 = 0
        var location = RecordPosition.none
    }

    private let segment: UInt32
    private let start: Int
    private let watermark: Int
    private let batch: [FramedCommit]
    private var newer: [Key: Newer] = [:]
    private var nextSequence: Int64
    /// The records of the commits that passed the check.
    private var planned: [Planned] = []
    /// Whether a record may follow another one of the same id.
    private let remembers: Bool

    private(set) var outcomes: [JournalOutcome] = []
    private(set) var bytes: [UInt8] = []

    /// Checks each commit of a batch against the store and against the earlier commits of the batch.
    ///
    /// The plan keeps no reference to the index. Otherwise applying the plan would copy the index.
    init(_ batch: [FramedCommit], index: borrowing JournalIndex, end: SegmentEnd) {
        self.batch = batch
        watermark = end.state.sync.durable
        segment = end.segment
        start = end.end
        nextSequence = index.nextSequence
        let count = batch.reduce(0) { $0 + $1.records.count }
        remembers = count > 1
        planned.reserveCapacity(count)
        outcomes.reserveCapacity(batch.count)
        if remembers { newer.reserveCapacity(count) }
        for case .record(let header, _) in end.items {
            let place = header.withFields { index.place(ofKind: $0.kind, $0.id) }
            newer[place.map { .known($0) } ?? .new(RecordKey(header))] = Newer(version: header.version, schema: header.schema)
            if header.eventCount > 0 { nextSequence = header.firstSequence + Int64(header.eventCount) }
        }
        for (number, commit) in batch.enumerated() { add(commit, number, to: index) }
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { planned.isEmpty }
    /// The number of records to write.
    var count: Int { planned.count }

    private mutating func add(_ commit: FramedCommit, _ number: Int, to index: borrowing JournalIndex) {
        var before: [(key: Key, newer: Newer?)] = []
        let first = planned.count
        for (place, record) in commit.records.enumerated() {
            let known = commit.bytes.withUnsafeBytes { bytes in
                index.place(
                    ofKind: UnsafeRawBufferPointer(rebasing: bytes[record.texts.kind]),
                    UnsafeRawBufferPointer(rebasing: bytes[record.texts.id])
                )
            }
            var key: Key?
            var (actual, schema) = known.map { index.newest($0) } ?? (0, 0)
            if remembers || !newer.isEmpty {
                let name = known.map { Key.known($0) } ?? .new(commit.key(of: record))
                let earlier = newer[name]
                if let earlier { (actual, schema) = (earlier.version, earlier.schema) }
                if commit.records.count > 1 { before.append((name, earlier)) }
                key = name
            }
            let failure = refusal(of: record, in: commit, schema: schema)
            guard failure == nil, actual == record.expectedVersion else {
                for change in before.reversed() { newer[change.key] = change.newer }
                planned.removeSubrange(first...)
                return outcomes.append(failure.map { .failed($0) } ?? .conflict(write: place, actual: actual))
            }
            if let key { newer[key] = Newer(version: actual + 1) }
            planned.append(Planned(commit: number, record: place, place: known))
        }
        outcomes.append(.committed)
    }

    /// Refuses to overwrite a document whose schema is newer than this program can read.
    private func refusal(of record: FramedCommit.Record, in commit: FramedCommit, schema: Int) -> JournalError? {
        // Schema 0 marks a record that says something about the id itself, so it can be written over any document. A removed id has none.
        guard schema > record.newestSchema, record.newestSchema > 0, schema != JournalKind.removedSchema else { return nil }
        let key = commit.key(of: record)
        let cause = "\(key.kind) \(key.id) has schema \(schema); this program writes \(record.newestSchema)"
        return .failure(.storeSchemaUnsupported, cause: cause)
    }

    /// Encodes the commits that passed.
    /// - Parameter buffer: memory for the bytes.
    mutating func encode(into buffer: consuming [UInt8]) {
        bytes = buffer
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(batch.reduce(0) { $0 + $1.lengthEstimate })
        for number in planned.indices {
            let commit = batch[planned[number].commit]
            let record = commit.records[planned[number].record]
            let offset = bytes.count
            RecordLine.startLine(watermark: watermark, in: &bytes)
            bytes.append(contentsOf: commit.bytes[record.head])
            if !record.events.isEmpty {
                planned[number].firstSequence = nextSequence
                RecordLine.appendDigits(of: nextSequence, to: &bytes)
                nextSequence += Int64(record.events.count)
            }
            _ = RecordLine.appendRest(record.document, record.events, to: &bytes)
            RecordLine.seal(from: offset, in: &bytes)
            planned[number].location = RecordPosition(segment: segment, length: UInt32(bytes.count - offset), offset: start + offset)
        }
    }

    /// Gives the memory of the bytes back.
    mutating func takeBytes() -> [UInt8] {
        let taken = bytes
        bytes = []
        return taken
    }

    /// Adds the records to the index, which must be the one that the plan was made with, apart from records of other processes.
    func publish(to index: inout JournalIndex) {
        for planned in planned {
            let commit = batch[planned.commit]
            let record = commit.records[planned.record]
            commit.bytes.withUnsafeBytes { bytes in
                func text(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
                var fields = RecordFields(kind: text(record.texts.kind), id: text(record.texts.id))
                fields.version = record.expectedVersion + 1
                fields.schema = record.schema
                fields.customer = record.texts.customer.map(text)
                fields.keys = KeyBytes(bytes: text(record.texts.keys))
                fields.firstSequence = planned.firstSequence
                fields.eventCount = record.events.count
                index.take(fields, at: planned.location, in: planned.place)
            }
        }
    }
}
