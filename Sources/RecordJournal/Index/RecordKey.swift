/// What identifies a record: its kind's name and its id.
struct RecordKey: Hashable {
    let kind: String
    let id: String

    init(_ kind: JournalKind, _ id: String) {
        self.kind = kind.name
        self.id = id
    }

    init(_ header: RecordHeader) {
        kind = header.kind
        id = header.id
    }
}
