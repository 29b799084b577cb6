extension JournalIndex {
    /// What the index knows about an id.
    enum Lookup {
        case absent
        case found(JournalTable.Entry)
        case damaged(DamagedRegion)
    }

    /// Returns the newest record of an id, or the damage if a newer record may have been lost.
    func lookup(_ kind: JournalKind, _ id: String) -> Lookup {
        guard let entry = entry(kind, id) else { return unexplained(after: nil).map { .damaged($0) } ?? .absent }
        if entry.damagedBy >= 0 { return .damaged(damage[Int(entry.damagedBy)]) }
        return unexplained(after: entry.location).map { .damaged($0) } ?? .found(entry)
    }

    /// Returns the newest record of an id; nil if there is none, or if it or a newer one may be damaged.
    func sound(_ kind: JournalKind, _ id: String) -> JournalTable.Entry? {
        guard let entry = entry(kind, id), entry.damagedBy < 0, unexplained(after: entry.location) == nil else { return nil }
        return entry
    }

    /// Returns the newest version of each id, in the given order; 0 for an id without a record.
    ///
    /// Fails with `corrupt_record` if one of the records is damaged.
    func versions(_ ids: [(kind: JournalKind, id: String)]) -> Result<[Int64], JournalError> {
        var versions: [Int64] = []
        versions.reserveCapacity(ids.count)
        for (kind, id) in ids {
            if let entry = sound(kind, id) {
                versions.append(entry.version)
            } else if case .damaged(let region) = lookup(kind, id) {
                return .failure(JournalEngine.corrupt(id, region))
            } else {
                versions.append(0)
            }
        }
        return .success(versions)
    }

    /// Returns the version to compare with when saving, even if the record is damaged; 0 if there is none.
    func version(_ kind: JournalKind, _ id: String) -> Int64 { newest(kind, id).version }

    /// Returns the schema of the newest document of an id; 0 if there is none.
    func schema(_ kind: JournalKind, _ id: String) -> Int { newest(kind, id).schema }

    /// Returns both with one lookup.
    func newest(_ kind: JournalKind, _ id: String) -> (version: Int64, schema: Int) {
        entry(kind, id).map { ($0.version, Int($0.schema)) } ?? (0, 0)
    }

    /// Returns the location of the newest remaining record of an id, or of the damage that took its only one.
    func place(_ kind: JournalKind, _ id: String) -> (segment: UInt32, offset: Int) {
        guard let entry = entry(kind, id) else { return (0, 0) }
        if entry.location.length == 0, entry.damagedBy >= 0 {
            let region = damage[Int(entry.damagedBy)]
            return (region.segment, region.range.lowerBound)
        }
        return (entry.location.segment, entry.location.offset)
    }

    /// Returns the locations of all records of an id, in order.
    func chain(_ kind: JournalKind, _ id: String) -> [RecordPosition] { ask(kind) { $0.chain(id) } ?? [] }

    /// Returns the ids that follow `id` in ASCII order: those that were removed, or the others.
    ///
    /// Call `sortIDs` first.
    func ids(of kind: JournalKind, after id: String?, limit: Int, areRemoved: Bool = false) -> [String] {
        guard let table = table(of: kind) else { return [] }
        return table.order.numbers(after: id, limit: limit, table.names, where: { table.isRemoved(at: $0) == areRemoved }).map {
            table.names[$0]
        }
    }

    /// Returns copies of the names and their order if updating the order would take too long under the lock; otherwise nil.
    func staleOrder(of kind: JournalKind) -> (names: NameTable, order: IdOrder)? {
        guard let table = table(of: kind), table.order.isFarBehind(table.names) else { return nil }
        return (table.names, table.order)
    }

    /// Returns the ids of a customer in ASCII order.
    func ids(of kind: JournalKind, customer: String) -> [String] { ask(kind) { $0.ids(customer: customer) } ?? [] }

    /// Returns the runs of domain events, beginning with the one that contains the first sequence number after `sequence`.
    func outbox(after sequence: Int64, limit: Int) -> [OutboxIndex.Run] { outbox.runs(after: sequence, limit: limit) }

    /// Returns the ids that changed since a position in the change list, each once, and the next position.
    func changes(of kind: JournalKind, from place: Int) -> (ids: [String], next: Int) {
        guard let table = table(of: kind) else { return ([], 0) }
        // A position past the end belongs to another journal, or to a lost tail: anything may have changed.
        let start = place < 0 || place > table.changes.count ? 0 : place
        return (table.changedIDs(from: start), table.changes.count)
    }

    /// Returns the last damaged region whose records are unknown, if it follows a record.
    func unexplained(after location: RecordPosition?) -> DamagedRegion? {
        guard lastUnexplained >= 0 else { return nil }
        let region = damage[lastUnexplained]
        guard let location else { return region }
        return (location.segment, location.offset) < (region.segment, region.range.lowerBound) ? region : nil
    }

    /// Returns the ids whose newest record has no document or may have been lost to damage.
    func doubtfulIDs(of kind: JournalKind) -> [String] {
        guard let table = table(of: kind) else { return [] }
        return (0..<table.count).filter { place in
            let entry = table.entry(at: place)
            return entry.schema == 0 || entry.damagedBy >= 0 || unexplained(after: entry.location) != nil
        }.map { table.names[$0] }
    }

    /// Returns a copy of a kind's table, to be searched without the lock.
    func table(of kind: JournalKind) -> JournalTable? { tables.first { $0.kind == kind } }

    private func entry(_ kind: JournalKind, _ id: String) -> JournalTable.Entry? { ask(kind) { $0.entry(id) } ?? nil }

    /// Queries a table in place.
    ///
    /// - Parameter question: must not change the table. It is inout because the compiler would copy it otherwise, and so retain each of its
    ///   columns.
    private func ask<Answer>(_ kind: JournalKind, _ question: (inout JournalTable) -> Answer) -> Answer? {
        tables.firstIndex { $0.kind == kind }.map { withTable($0, question) }
    }
}
