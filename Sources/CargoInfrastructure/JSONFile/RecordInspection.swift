/// Takes a scan's records, indexes them, and has each of them looked into if anybody wants that.
struct RecordInspection: JournalSink {
    /// A record that is not as it should be.
    struct Suspect: Hashable, Sendable {
        let kind: RecordKind
        let id: String
    }

    private(set) var index: JournalIndex
    let examination: (@Sendable (RecordFields) -> Bool)?
    private let kinds: [RecordKind]
    private var suspects: Set<Suspect> = []

    init(kinds: [RecordKind], isSound: (@Sendable (RecordFields) -> Bool)?) {
        self.kinds = kinds
        examination = isSound
        index = JournalIndex(kinds: kinds)
    }

    mutating func take(_ item: JournalItem) { index.take(item) }

    mutating func take(_ fields: RecordFields, at location: RecordLocation) {
        index.take(fields, at: location)
        // What a compaction has emptied is no document; whether it counts is seen in the end.
        guard !fields.isSound, fields.schema > 0, let kind = kinds.first(where: { fields.kind.elementsEqual($0.name.utf8) }) else { return }
        suspects.insert(Suspect(kind: kind, id: String(decoding: fields.id, as: UTF8.self)))
    }

    /// Ends the inspection; returns what did not look sound, by kind and id.
    /// - Parameter known: the index that readers ask; what is in doubt there is in doubt here.
    func finish(asking known: JournalIndex) -> [Suspect] {
        if examination == nil { return [] }
        var suspects = suspects
        for kind in kinds {
            let refused = known.damage.isEmpty ? [] : known.doubtfulIDs(of: kind)
            for id in index.doubtfulIDs(of: kind) + refused { suspects.insert(Suspect(kind: kind, id: id)) }
        }
        return suspects.sorted { left, right in
            let (first, second) = (kinds.firstIndex(of: left.kind) ?? 0, kinds.firstIndex(of: right.kind) ?? 0)
            return first == second ? left.id < right.id : first < second
        }
    }
}
