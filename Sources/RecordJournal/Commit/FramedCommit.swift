/// A commit as its caller prepares it, so that as little as possible is done while other saves wait.
struct FramedCommit: Sendable {
    /// A record, whose texts are ranges of the commit's bytes.
    struct Record: Sendable {
        let texts: RecordLine.HeadTexts
        let expectedVersion: Int64
        /// The schema of the document.
        let schema: Int
        /// The newest schema of the kind that this program knows.
        let newestSchema: Int
        /// What stands between the watermark and the sequence number of the first event, or the document if there are no events.
        let head: Range<Int>
        let document: [UInt8]
        let events: [[UInt8]]
    }

    private(set) var records: [Record] = []
    /// The heads of the records.
    ///
    /// The documents aren't copied before the batch is written.
    private(set) var bytes: [UInt8] = []

    init(_ writes: [JournalWrite]) {
        records.reserveCapacity(writes.count)
        bytes.reserveCapacity(256 * writes.count)
        for (place, write) in writes.enumerated() {
            append(write, batch: writes.count > 1 ? RecordHeader.Batch(index: place, count: writes.count) : nil)
        }
    }

    private mutating func append(_ write: JournalWrite, batch: RecordHeader.Batch?) {
        precondition(RecordLine.isPlain(write.id) && write.customer.map(RecordLine.isPlain) ?? true, "an id that cannot stand in a record")
        var header = RecordHeader(
            watermark: 0,
            kind: write.kind.name,
            id: write.id,
            version: write.expectedVersion + 1,
            schema: write.schema
        )
        header.customer = write.customer
        header.keys = write.keys
        header.batch = batch
        let start = bytes.count
        let texts = RecordLine.appendHead(
            header,
            documentLength: write.document.count,
            hasEvents: !write.events.isEmpty,
            to: &bytes
        )
        records.append(
            Record(
                texts: texts,
                expectedVersion: write.expectedVersion,
                schema: write.schema,
                newestSchema: write.kind.schema,
                head: start..<bytes.count,
                document: write.document,
                events: write.events
            )
        )
    }

    /// The length of the lines in bytes, on the high side.
    var lengthEstimate: Int {
        // A line's prefix and its numbers take less than 128 bytes.
        records.reduce(bytes.count) { $0 + 128 + $1.document.count + $1.events.reduce(0) { $0 + $1.count + 1 } }
    }

    /// Returns the kind and the id of a record.
    func key(of record: Record) -> RecordKey {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        return RecordKey(kind: text(record.texts.kind), id: text(record.texts.id))
    }
}
