/// What stands in the sealed segments of a store, and which of it is still read.
struct JournalSurvey: JournalSink {
    private struct Key: Hashable {
        let kind: String
        let id: String
    }

    private(set) var index: JournalIndex
    /// For ids whose newest record has no document: the newest one that has.
    private var older: [Key: RecordLocation] = [:]
    private let kinds: [RecordKind]

    init(kinds: [RecordKind]) {
        self.kinds = kinds
        index = JournalIndex(kinds: kinds)
    }

    mutating func take(_ item: JournalItem) {
        if case .record(let header, _) = item {
            let key = Key(kind: header.kind, id: header.id)
            if header.schema > 0 {
                if !older.isEmpty { older[key] = nil }
            } else if let kind = kinds.first(where: { $0.name == header.kind }), kind.history == .latest,
                case .found(let entry) = index.lookup(kind, header.id), entry.schema > 0
            {
                older[key] = entry.location
            }
        }
        index.take(item)
    }

    /// Whether a record keeps its document: it is the newest one of its id that has one, a link of a chain, or of a kind that is not known here.
    func isLive(_ header: RecordHeader, at location: RecordLocation) -> Bool {
        guard header.schema > 0, let kind = kinds.first(where: { $0.name == header.kind }), kind.history == .latest else { return true }
        if case .found(let entry) = index.lookup(kind, header.id), entry.location == location { return true }
        return older[Key(kind: header.kind, id: header.id)] == location
    }
}
