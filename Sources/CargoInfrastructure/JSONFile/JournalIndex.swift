/// Where everything in a journal stands: built by one scan, kept up by what is appended, about 100 bytes an aggregate.
///
/// It holds no document. Records must be taken in journal order.
struct JournalIndex: JournalSink {
    /// The domain events of one record.
    struct OutboxRun {
        let firstSequence: Int64
        let count: Int
        let location: RecordLocation
        var lastSequence: Int64 { firstSequence + Int64(count) - 1 }
    }

    private(set) var tables: [JournalTable]
    private(set) var outbox: [OutboxRun] = []
    private(set) var damage: [DamagedRegion] = []
    /// The index in `damage` of the last region of which nobody knows what stood there, -1 for none.
    private(set) var lastUnexplained = -1
    private(set) var recordCount = 0

    init(kinds: [RecordKind]) { tables = kinds.map { JournalTable(kind: $0) } }

    /// The sequence number that the next domain event gets.
    var nextSequence: Int64 { (outbox.last?.lastSequence ?? 0) + 1 }

    mutating func take(_ item: JournalItem) {
        switch item {
        case .record(let header, let location): take(header, at: location)
        case .damage(let region): take(region)
        }
    }

    private mutating func take(_ header: RecordHeader, at location: RecordLocation) {
        recordCount += 1
        let table = table(ofKind: header.kind)
        let place = tables[table].place(of: header.id)
        let before = tables[table].entries[place].version
        if header.version <= before {
            // Written twice, or over something newer: nobody can say which one counts.
            note(DamagedRegion(location, header), on: place, of: table)
            return
        }
        let isChained = tables[table].kind.history == .all
        if header.version != before + 1, damage.isEmpty || isChained {
            note(DamagedRegion(location, header), on: place, of: table)
        } else if !isChained {
            // Newer state makes up for what is missing of the older; a link of a chain cannot be made up for.
            tables[table].setDamage(-1, of: place)
        }
        tables[table].take(header, at: location, in: place)
        if header.eventCount > 0 {
            outbox.append(OutboxRun(firstSequence: header.firstSequence, count: header.eventCount, location: location))
        }
    }

    private mutating func take(_ region: DamagedRegion) {
        guard let header = region.header, !header.isMark else {
            damage.append(region)
            if region.header == nil { lastUnexplained = damage.count - 1 }
            return
        }
        let table = table(ofKind: header.kind)
        let place = tables[table].place(of: header.id)
        note(region, on: place, of: table)
        tables[table].take(damagedRecord: header, in: place)
    }

    private mutating func note(_ region: DamagedRegion, on place: Int, of table: Int) {
        damage.append(region)
        tables[table].setDamage(Int32(damage.count - 1), of: place)
    }

    private mutating func table(ofKind name: String) -> Int {
        for index in tables.indices where tables[index].kind.name == name { return index }
        // A kind that this program does not know: kept track of, so that nothing of it is lost.
        tables.append(JournalTable(kind: RecordKind(name)))
        return tables.count - 1
    }

    /// Brings the order of a kind's ids up to date.
    mutating func sortIDs(of kind: RecordKind) {
        for index in tables.indices where tables[index].kind == kind { tables[index].sort() }
    }
}

extension DamagedRegion {
    /// A record that is whole but does not fit those before it.
    fileprivate init(_ location: RecordLocation, _ header: RecordHeader) {
        let range = location.offset..<location.offset + Int(location.length)
        self.init(segment: location.segment, range: range, header: header, isOutOfOrder: true)
    }
}
