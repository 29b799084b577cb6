/// What a compaction drops or rewrites besides the documents of superseded records; by default nothing.
package struct JournalTrimming: Sendable {
    /// The position up to which all domain events are dropped; 0 drops none.
    ///
    /// A position behind the last event that was stored when the compaction began means that one.
    package var events: Int64 = 0
    /// Whether the records of removed ids are dropped, unless an event behind `events` is among them.
    ///
    /// The record that says so stays if the kind remembers removed ids (`JournalKind.remembersRemoved`). No record of a kind that keeps
    /// changes is dropped.
    package var dropsRemoved = false
    /// Returns the new content of a record, or nil for a record that stays as it is.
    ///
    /// It gets every record with a document or domain events, also superseded ones, whose document is dropped anyway, and those of kinds
    /// that this program doesn't know. It runs on one thread, in the order of the journal. Records that are saved after the compaction has
    /// begun aren't seen by it: compact again, until `CompactionSummary.rewrittenRecords` is 0.
    package var rewriting: (@Sendable (RecordFields) -> JournalContent?)?
    /// Whether the files that held what was dropped are deleted as soon as the new ones are on disk: the segments of the previous manifest,
    /// and all snapshots.
    ///
    /// Readers of other processes that look for a record in such a file read the manifest again. After a crash, compact again.
    package var deletesOldFiles = false
    /// Whether the files in `quarantine/` are deleted as well.
    package var deletesQuarantine = false

    /// Creates a trimming.
    package init(events: Int64 = 0, dropsRemoved: Bool = false) {
        self.events = events
        self.dropsRemoved = dropsRemoved
    }
}

/// What a compaction puts in place of a record's content.
///
/// Kind, id and version stay, and so do the numbers of the domain events.
package struct JournalContent: Sendable {
    /// The schema of the document.
    package var schema: Int
    /// The second key; nil if the record has none.
    package var customer: String?
    /// Further keys.
    package var keys: RecordKeys
    /// The document as canonical JSON, which contains no newline.
    ///
    /// Ignored if the record has no document, or is superseded. Of a removed id, only the document counts.
    package var document: [UInt8]
    /// The domain events, as many as before.
    package var events: [[UInt8]]

    /// Creates the content that a record has.
    package init(of record: JournalRecord) {
        schema = record.schema
        customer = record.customer
        keys = record.keys
        document = Array(record.document)
        events = record.events.map { Array($0) }
    }
}

/// What a compaction drops of certain segments, decided before they are copied.
struct TrimmingPlan {
    /// The sequence number up to which domain events are dropped.
    let events: Int64
    private let dropsRemoved: Bool
    /// The index of exactly these segments.
    private let index: JournalIndex
    /// The number of tables, at the front of the index, whose kinds this program knows.
    private let knownKinds: Int
    /// The removed ids that stay, because one of their records has an event behind `events`.
    private(set) var kept: Set<JournalIndex.Place> = []

    init(_ trimming: JournalTrimming, _ index: JournalIndex, knownKinds: Int) {
        self.index = index
        self.knownKinds = knownKinds
        dropsRemoved = trimming.dropsRemoved
        events = max(index.firstSequence - 1, min(trimming.events, index.nextSequence - 1))
    }

    /// The number of the first segment with an event that stays, if a removed id has a record behind it; otherwise nil.
    ///
    /// From there on, the segments have to be read into `kept`.
    var firstSegmentToRead: UInt32? {
        guard dropsRemoved, let first = index.outbox(after: events, limit: 1).first else { return nil }
        for table in index.tables.prefix(knownKinds) where !table.kind.keepsChanges {
            for place in 0..<table.count where table.isRemoved(at: place) && table.entry(at: place).location >= first.location {
                return first.location.segment
            }
        }
        return nil
    }

    /// Returns whether a record is dropped.
    func drops(_ fields: RecordFields, at location: RecordPosition) -> Bool {
        guard dropsRemoved, let place = removed(fields), !kept.contains(place) else { return false }
        return index.withTable(place.table) { !$0.kind.remembersRemoved || $0.entry(at: place.entry).location != location }
    }

    /// The number of removed ids that are forgotten, in a table.
    func forgottenCount(in table: Int) -> Int {
        guard dropsRemoved, !index.tables[table].kind.keepsChanges, !index.tables[table].kind.remembersRemoved else { return 0 }
        return index.tables[table].removedCount - kept.count { $0.table == table }
    }

    /// Returns the place of a record's id if that was removed and its records may be dropped.
    private func removed(_ fields: RecordFields) -> JournalIndex.Place? {
        guard let place = index.place(ofKind: fields.kind, fields.id), place.table < knownKinds else { return nil }
        let mayGo = index.withTable(place.table) { !$0.kind.keepsChanges && $0.isRemoved(at: place.entry) }
        return mayGo ? place : nil
    }
}

/// Reads which removed ids have events that stay.
extension TrimmingPlan: JournalSink {
    mutating func take(_ item: JournalItem) {
        if case .record(let header, let location) = item { header.withFields { take($0, at: location) } }
    }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) {
        let last = fields.firstSequence + Int64(fields.eventCount) - 1
        guard fields.eventCount > 0, last > events, let place = removed(fields) else { return }
        kept.insert(place)
    }
}
