/// The content of a journal, and which records are still read.
struct JournalSurvey: JournalSink {
    private(set) var index: JournalIndex
    /// For each id whose newest record has no document: the newest record that has one.
    private var older: [RecordKey: RecordLocation] = [:]
    /// The records without a document: for a chain all of them, otherwise only the newest record if it has none.
    private var empty: [RecordKey: [RecordLocation]] = [:]
    private let kinds: [JournalKind]

    init(kinds: [JournalKind]) {
        self.kinds = kinds
        index = JournalIndex(kinds: kinds)
    }

    mutating func take(_ item: JournalItem) {
        if case .record(let header, let location) = item, let kind = kinds.first(where: { $0.name == header.kind }) {
            let key = RecordKey(header)
            switch (kind.history, header.schema > 0) {
            case (.all, true): break
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
    func isLive(_ header: RecordHeader, at location: RecordLocation) -> Bool {
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
    func emptyRecords(of kind: JournalKind, _ id: String) -> [RecordLocation] { empty[RecordKey(kind, id)] ?? [] }

    /// Returns the location of the newest record with a document, for an id whose newest record has none.
    func older(_ kind: JournalKind, _ id: String) -> RecordLocation? { older[RecordKey(kind, id)] }
}
