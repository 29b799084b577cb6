/// The content of a journal, and which records are still read.
struct JournalSurvey: JournalSink {
    private(set) var index: JournalIndex
    /// For each id whose newest record has no document: the newest record that has one.
    private var older: [RecordKey: RecordPosition] = [:]
    /// The records without a document: for a chain all of them, otherwise only the newest record if it has none.
    private var empty: [RecordKey: [RecordPosition]] = [:]
    private let kinds: [JournalKind]

    init(kinds: [JournalKind], trimmed: Int64?) {
        self.kinds = kinds
        index = JournalIndex(kinds: kinds, trimmed: trimmed)
    }

    mutating func take(_ item: JournalItem) {
        if case .record(let header, let location) = item, let kind = kinds.first(where: { $0.name == header.kind }) {
            let key = RecordKey(header)
            switch (kind.history, header.schema > 0) {
            // What was lost of a chain before its id was removed doesn't matter any more.
            case (.all, true): if header.schema == JournalKind.removedSchema, !empty.isEmpty { empty[key] = nil }
            case (.all, false): empty[key, default: []].append(location)
            case (.latest, true):
                if !older.isEmpty { older[key] = nil }
                if !empty.isEmpty { empty[key] = nil }
            case (.latest, false):
                if case .found(let entry) = index.lookup(kind, header.id), entry.schema > 0 { older[key] = entry.location }
                empty[key] = [location]
            }
        }
        index.take(item)
    }

    /// Whether a record keeps its document: it is the newest of its id with a document, a link of a chain, or of an unknown kind.
    func isLive(_ header: RecordHeader, at location: RecordPosition) -> Bool {
        guard header.schema > 0, let kind = kinds.first(where: { $0.name == header.kind }), kind.history == .latest else { return true }
        if case .found(let entry) = index.lookup(kind, header.id), entry.location == location { return true }
        return older[RecordKey(header)] == location
    }

    /// The ids with records that lost their document and that no newer record replaces, sorted by kind and id.
    var emptied: [(JournalKind, String)] {
        empty.keys.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
            .compactMap { key in kinds.first { $0.name == key.kind }.map { ($0, key.id) } }
    }

    /// Returns the locations of an id's records that lost their document, in order.
    func emptyRecords(of kind: JournalKind, _ id: String) -> [RecordPosition] { empty[RecordKey(kind, id)] ?? [] }

    /// Returns the location of the newest record with a document, for an id whose newest record has none.
    func older(_ kind: JournalKind, _ id: String) -> RecordPosition? { older[RecordKey(kind, id)] }
}

/// A problem in a journal's files, as reported by `verify`.
package struct JournalFinding: Hashable, Sendable {
    /// The kind of problem.
    package enum Problem: Hashable, Sendable {
        /// The manifest can't be read, or a file that it names is missing.
        case manifest
        /// Acknowledged bytes have changed since they were written.
        case damage
        /// A record doesn't follow the one before it.
        case order
        /// The end of a save that was never acknowledged. Opening the store moves it to `quarantine/`.
        case tornTail
        /// Domain events are missing from the sequence.
        case events
    }

    /// The kind of problem.
    package let problem: Problem
    /// The file's name in the store.
    package let file: String
    /// The offset in the file in bytes; nil for the whole file.
    package let offset: Int?
    /// The affected record, such as `cargo ABC123`, if known.
    package let record: String?
    /// Details, for people to read.
    package let detail: String
}

/// A torn tail that was moved to `quarantine/`: bytes of commits that were never acknowledged.
package struct QuarantinedTail: Hashable, Sendable {
    /// The file name of the segment.
    package let segment: String
    /// The range of the bytes in the segment.
    package let range: Range<Int>
    /// The file that now holds the bytes.
    package let quarantineFile: String
}
