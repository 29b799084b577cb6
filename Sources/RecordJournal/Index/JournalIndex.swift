/// The locations of all records in a journal: built by a scan or loaded from a snapshot, then updated with each append.
///
/// It holds ids and locations but no documents. Records must be added in journal order. Copying it costs one reference per chunk.
struct JournalIndex: JournalSink, Sendable {
    private(set) var tables: [JournalTable]
    private(set) var outbox = OutboxIndex()
    private(set) var damage: [DamagedRegion] = []
    /// The position in `damage` of the last region whose records are unknown; -1 if there isn't one.
    private(set) var lastUnexplained = -1
    private(set) var recordCount = 0
    /// The sequence number up to which compactions have dropped domain events; nil in a store of format 1 (`JournalManifest.trimmed`).
    ///
    /// If it isn't nil, they may have dropped the first records of an id, too.
    private(set) var trimmed: Int64?
    let hash: IdHash

    init(kinds: [JournalKind], trimmed: Int64? = nil, hash: IdHash = .random()) {
        self.hash = hash
        tables = kinds.map { JournalTable(kind: $0, hash: hash) }
        begin(trimmed)
    }

    /// Restores an index from its parts.
    init(tables: [JournalTable], outbox: OutboxIndex, recordCount: Int, hash: IdHash) {
        self.tables = tables
        self.outbox = outbox
        self.recordCount = recordCount
        self.hash = hash
    }

    /// The sequence number of the next domain event.
    var nextSequence: Int64 { outbox.nextSequence }

    /// The sequence number of the first domain event that wasn't dropped.
    var firstSequence: Int64 { (trimmed ?? 0) + 1 }

    /// Notes what compactions have dropped, before any record is taken.
    mutating func begin(_ trimmed: Int64?) {
        self.trimmed = trimmed
        outbox.begin(after: trimmed ?? 0)
    }

    mutating func take(_ item: JournalItem) {
        switch item {
        case .record(let header, let location): header.withFields { take($0, at: location) }
        case .damage(let region): take(region)
        }
    }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) { take(fields, at: location, in: nil) }

    /// Takes a record.
    /// - Parameter known: the place of its id, if the index is known to have the id; nil to look for it.
    mutating func take(_ fields: RecordFields, at location: RecordPosition, in known: Place?) {
        recordCount += 1
        let table = known?.table ?? table(ofKind: fields.kind)
        let place = known?.entry ?? tables[table].place(of: fields.id)
        let before = tables[table].entry(at: place).version
        if fields.version <= before {
            // The version was written twice, or over a newer one. Which record counts is unknown.
            note(DamagedRegion(location, fields), on: place, of: table)
            return
        }
        let isChained = tables[table].kind.history == .all
        // Damage that may have hit any record may have hit the first links of a chain.
        let isFirst = trimmed != nil && before == 0 && (!isChained || lastUnexplained < 0)
        if fields.version != before + 1, !isFirst, damage.isEmpty || isChained {
            note(DamagedRegion(location, fields), on: place, of: table)
        } else if !isChained {
            // A newer state makes up for missing older ones. A missing link of a chain can't be made up for.
            tables[table].setDamage(-1, of: place)
        }
        tables[table].take(fields, at: location, in: place)
        if fields.eventCount > 0 {
            outbox.append(OutboxIndex.Run(firstSequence: fields.firstSequence, count: fields.eventCount, location: location))
        }
    }

    private mutating func take(_ region: DamagedRegion) {
        guard let header = region.header, !header.isMark else {
            damage.append(region)
            if region.header == nil { lastUnexplained = damage.count - 1 }
            return
        }
        header.withFields { fields in
            let table = table(ofKind: fields.kind)
            let place = tables[table].place(of: fields.id)
            note(region, on: place, of: table)
            tables[table].take(damagedRecord: fields, in: place)
        }
    }

    private mutating func note(_ region: DamagedRegion, on place: Int, of table: Int) {
        damage.append(region)
        tables[table].setDamage(Int32(damage.count - 1), of: place)
    }

    /// Where an index has an id.
    ///
    /// It stays the same until the index is rebuilt.
    struct Place: Hashable {
        let table: Int
        let entry: Int
    }

    /// Returns the place of an id, or nil if the index doesn't have it.
    func place(ofKind name: UnsafeRawBufferPointer, _ id: UnsafeRawBufferPointer) -> Place? {
        guard let table = knownTable(ofKind: name), let entry = withTable(table, { $0.names.find(id) }) else { return nil }
        return Place(table: table, entry: entry)
    }

    /// Returns the version to compare with when saving, and the schema of the newest document.
    func newest(_ place: Place) -> (version: Int64, schema: Int) {
        let entry = withTable(place.table) { $0.entry(at: place.entry) }
        return (entry.version, Int(entry.schema))
    }

    /// Calls the body with a table in place.
    ///
    /// - Parameter body: must not change the table. It is inout because the compiler would copy it otherwise, and so retain each of its columns.
    func withTable<Value>(_ index: Int, _ body: (inout JournalTable) -> Value) -> Value {
        tables.withUnsafeBufferPointer { tables in
            guard let first = tables.baseAddress, index < tables.count else { preconditionFailure("no table \(index)") }
            return body(&UnsafeMutablePointer(mutating: first + index).pointee)
        }
    }

    private func knownTable(ofKind name: UnsafeRawBufferPointer) -> Int? {
        for index in tables.indices where name.elementsEqual(tables[index].kindName) { return index }
        return nil
    }

    private mutating func table(ofKind name: UnsafeRawBufferPointer) -> Int {
        if let known = knownTable(ofKind: name) { return known }
        // A kind that this program doesn't know. Track it anyway, so that nothing of it is lost.
        tables.append(JournalTable(kind: JournalKind(String(decoding: name, as: UTF8.self)), hash: hash))
        return tables.count - 1
    }

    /// Updates the order of a kind's ids.
    mutating func sortIDs(of kind: JournalKind) {
        for index in tables.indices where tables[index].kind == kind { tables[index].order.update(tables[index].names) }
    }

    /// Returns the index with the ids of each kind that has very many in order, for a snapshot.
    ///
    /// The first query after the next opening would take long to sort them.
    consuming func sorted() -> JournalIndex {
        for index in tables.indices where tables[index].count >= 1 << 20 { tables[index].order.update(tables[index].names) }
        return self
    }

    /// Replaces the order of a kind's ids with one that was updated on a copy.
    mutating func setOrder(_ order: IdOrder, of kind: JournalKind) {
        for index in tables.indices where tables[index].kind == kind && tables[index].order.count < order.count {
            tables[index].order = order
        }
    }
}

extension DamagedRegion {
    /// A record that is intact but doesn't follow the records before it.
    fileprivate init(_ location: RecordPosition, _ fields: RecordFields) {
        let range = location.offset..<location.offset + Int(location.length)
        self.init(segment: location.segment, range: range, header: fields.header(), isOutOfOrder: true)
    }
}
