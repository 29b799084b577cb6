extension JournalIndex {
    /// What the journal says about one id.
    enum Lookup {
        case absent
        case found(JournalTable.Entry)
        case damaged(DamagedRegion)
    }

    /// The newest record of an id; damaged where it may not be the newest one.
    func lookup(_ kind: RecordKind, _ id: String) -> Lookup {
        guard let entry = entry(kind, id) else { return unexplained(after: nil).map { .damaged($0) } ?? .absent }
        if entry.damagedBy >= 0 { return .damaged(damage[Int(entry.damagedBy)]) }
        return unexplained(after: entry.location).map { .damaged($0) } ?? .found(entry)
    }

    /// The version to compare with when something is saved, whatever its state; 0 where there is none.
    func version(_ kind: RecordKind, _ id: String) -> Int64 { newest(kind, id).version }

    /// The schema of the newest document of an id, 0 where there is none.
    func schema(_ kind: RecordKind, _ id: String) -> Int { newest(kind, id).schema }

    /// Both, for one search.
    func newest(_ kind: RecordKind, _ id: String) -> (version: Int64, schema: Int) {
        entry(kind, id).map { ($0.version, Int($0.schema)) } ?? (0, 0)
    }

    /// Where the newest record of an id stands that is left, or what took the only one.
    func place(_ kind: RecordKind, _ id: String) -> (segment: UInt32, offset: Int) {
        guard let entry = entry(kind, id) else { return (0, 0) }
        if entry.location.length == 0, entry.damagedBy >= 0 {
            let region = damage[Int(entry.damagedBy)]
            return (region.segment, region.range.lowerBound)
        }
        return (entry.location.segment, entry.location.offset)
    }

    /// Where all records of an id stand, in order.
    func chain(_ kind: RecordKind, _ id: String) -> [RecordLocation] { ask(kind) { $0.pointee.chain(id) } ?? [] }

    /// Ids in ASCII order after an id; call `sortIDs` first.
    func ids(of kind: RecordKind, after id: String?, limit: Int) -> [String] {
        guard let table = table(of: kind) else { return [] }
        return table.order.numbers(after: id, limit: limit, table.names).map { table.names[$0] }
    }

    /// The names and their order as far as it goes, where bringing it up to date would keep others waiting.
    func staleOrder(of kind: RecordKind) -> (names: NameTable, order: IdOrder)? {
        guard let table = table(of: kind), table.order.isFarBehind(table.names) else { return nil }
        return (table.names, table.order)
    }

    /// The ids of a customer, in ASCII order.
    func ids(of kind: RecordKind, customer: String) -> [String] { ask(kind) { $0.pointee.ids(customer: customer) } ?? [] }

    /// The records with domain events from the one on that holds the first sequence number after `sequence`.
    func outbox(after sequence: Int64, limit: Int) -> [OutboxIndex.Run] { outbox.runs(after: sequence, limit: limit) }

    /// The ids that changed from a place in the list of changes on, each once, and the place to go on from.
    func changes(of kind: RecordKind, from place: Int) -> (ids: [String], next: Int) {
        guard let table = table(of: kind) else { return ([], 0) }
        // A position beyond the end is of another journal, or of a tail that was lost: everything may have changed.
        let start = place < 0 || place > table.changes.count ? 0 : place
        return (table.changedIDs(from: start), table.changes.count)
    }

    /// The last region of which nobody knows what stood there, if it comes after a record.
    func unexplained(after location: RecordLocation?) -> DamagedRegion? {
        guard lastUnexplained >= 0 else { return nil }
        let region = damage[lastUnexplained]
        guard let location else { return region }
        return (location.segment, location.offset) < (region.segment, region.range.lowerBound) ? region : nil
    }

    /// Ids whose newest record has been emptied, or may have been lost to damage.
    func doubtfulIDs(of kind: RecordKind) -> [String] {
        guard let table = table(of: kind) else { return [] }
        return (0..<table.count).filter { place in
            let entry = table.entry(at: place)
            return entry.schema == 0 || entry.damagedBy >= 0 || unexplained(after: entry.location) != nil
        }.map { table.names[$0] }
    }

    private func table(of kind: RecordKind) -> JournalTable? { tables.first { $0.kind == kind } }

    private func entry(_ kind: RecordKind, _ id: String) -> JournalTable.Entry? { ask(kind) { $0.pointee.entry(id) } ?? nil }

    /// Asks the table where it stands: taking it out would count a reference for each of its columns.
    private func ask<Answer>(_ kind: RecordKind, _ question: (UnsafePointer<JournalTable>) -> Answer) -> Answer? {
        tables.withUnsafeBufferPointer { tables in
            guard let first = tables.baseAddress else { return nil }
            for place in tables.indices where tables[place].kind == kind { return question(first + place) }
            return nil
        }
    }
}
