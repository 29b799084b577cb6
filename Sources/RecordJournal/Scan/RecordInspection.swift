/// A sink that indexes the records of a scan and, if asked to, has each of them examined.
package struct RecordInspection: JournalSink {
    /// A record that didn't pass the examination.
    package struct Suspect: Hashable, Sendable {
        /// The kind of the record.
        package let kind: JournalKind
        /// The id of the record.
        package let id: String
    }

    private(set) var index: JournalIndex
    let examination: (@Sendable (RecordFields) -> Bool)?
    private let kinds: [JournalKind]
    private var suspects: Set<Suspect> = []

    init(kinds: [JournalKind], isSound: (@Sendable (RecordFields) -> Bool)?) {
        self.kinds = kinds
        examination = isSound
        index = JournalIndex(kinds: kinds)
    }

    /// Begins with the segments of a manifest.
    mutating func begin(_ manifest: JournalManifest) { index.begin(manifest.trimmed) }

    mutating func take(_ item: JournalItem) { index.take(item) }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) {
        index.take(fields, at: location)
        // A record emptied by compaction has no document to examine. Whether it matters is decided in `finish`. The document of a removed id
        // means nothing to the examination.
        guard !fields.isSound, fields.schema > 0, !fields.isRemoved,
            let kind = kinds.first(where: { fields.kind.elementsEqual($0.name.utf8) })
        else { return }
        suspects.insert(Suspect(kind: kind, id: String(decoding: fields.id, as: UTF8.self)))
    }

    /// Ends the inspection.
    ///
    /// Returns the suspects, sorted by kind and id.
    /// - Parameter known: the index that readers use. Ids that are doubtful there are suspects too.
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
