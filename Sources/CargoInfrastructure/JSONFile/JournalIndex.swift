/// Where everything in a journal stands: built by one scan or brought back from a snapshot, kept up by what is appended.
///
/// It holds ids and places, no document. Records must be taken in journal order. A copy of it costs no more than a reference for every 64 KB.
struct JournalIndex: JournalSink, Sendable {
    private(set) var tables: [JournalTable]
    private(set) var outbox = OutboxIndex()
    private(set) var damage: [DamagedRegion] = []
    /// The index in `damage` of the last region of which nobody knows what stood there, -1 for none.
    private(set) var lastUnexplained = -1
    private(set) var recordCount = 0
    let hash: IdHash

    init(kinds: [RecordKind], hash: IdHash = .random()) {
        self.hash = hash
        tables = kinds.map { JournalTable(kind: $0, hash: hash) }
    }

    /// Puts an index together again from its parts.
    init(tables: [JournalTable], outbox: OutboxIndex, recordCount: Int, hash: IdHash) {
        self.tables = tables
        self.outbox = outbox
        self.recordCount = recordCount
        self.hash = hash
    }

    /// The sequence number that the next domain event gets.
    var nextSequence: Int64 { outbox.nextSequence }

    mutating func take(_ item: JournalItem) {
        switch item {
        case .record(let header, let location): header.withFields { take($0, at: location) }
        case .damage(let region): take(region)
        }
    }

    mutating func take(_ fields: RecordFields, at location: RecordLocation) {
        recordCount += 1
        let table = table(ofKind: fields.kind)
        let place = tables[table].place(of: fields.id)
        let before = tables[table].entry(at: place).version
        if fields.version <= before {
            // Written twice, or over something newer: nobody can say which one counts.
            note(DamagedRegion(location, fields), on: place, of: table)
            return
        }
        let isChained = tables[table].kind.history == .all
        if fields.version != before + 1, damage.isEmpty || isChained {
            note(DamagedRegion(location, fields), on: place, of: table)
        } else if !isChained {
            // Newer state makes up for what is missing of the older; a link of a chain cannot be made up for.
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

    private mutating func table(ofKind name: UnsafeRawBufferPointer) -> Int {
        for index in tables.indices where name.elementsEqual(tables[index].kindName) { return index }
        // A kind that this program does not know: kept track of, so that nothing of it is lost.
        tables.append(JournalTable(kind: RecordKind(String(decoding: name, as: UTF8.self)), hash: hash))
        return tables.count - 1
    }

    /// Brings the order of a kind's ids up to date.
    mutating func sortIDs(of kind: RecordKind) {
        for index in tables.indices where tables[index].kind == kind { tables[index].order.update(tables[index].names) }
    }

    /// Puts an order in place that was made beside the index.
    mutating func setOrder(_ order: IdOrder, of kind: RecordKind) {
        for index in tables.indices where tables[index].kind == kind && tables[index].order.count < order.count {
            tables[index].order = order
        }
    }
}

extension DamagedRegion {
    /// A record that is whole but does not fit those before it.
    fileprivate init(_ location: RecordLocation, _ fields: RecordFields) {
        let range = location.offset..<location.offset + Int(location.length)
        self.init(segment: location.segment, range: range, header: fields.header(), isOutOfOrder: true)
    }
}
