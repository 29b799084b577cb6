/// Where everything in a journal stands: built by one scan, kept up by what is appended, about 100 bytes an aggregate.
///
/// It holds no document. Records must be taken in journal order.
struct JournalIndex: JournalSink {
    /// What is known of one id of one kind.
    struct Entry {
        let id: String
        var version: Int64
        var location: RecordLocation
        /// The index of the customer's list, -1 for none.
        var customer: Int32
        var schema: Int32
        /// The index in `damage` of the region that took the newest record (or a link of the chain), -1 for none.
        var damagedBy: Int32 = -1
    }

    /// All ids of one kind.
    struct Table {
        let kind: RecordKind
        var entries: [Entry] = []
        var places: [String: Int32] = [:]
        /// Entries in ASCII order of their ids, as far as `sortedCount`; then the new ones as they came.
        var order: [Int32] = []
        var sortedCount = 0
        /// For kinds that keep all versions: each entry's records, in order.
        var chains: [[RecordLocation]] = []
        /// For kinds that keep changes: the entry of each record, in journal order.
        var changes: [Int32] = []
        var customers: [String: Int32] = [:]
        var customerEntries: [[Int32]] = []
        var liveBytes = 0
    }

    /// The domain events of one record.
    struct OutboxRun {
        let firstSequence: Int64
        let count: Int
        let location: RecordLocation
        var lastSequence: Int64 { firstSequence + Int64(count) - 1 }
    }

    private(set) var tables: [Table]
    private(set) var outbox: [OutboxRun] = []
    private(set) var damage: [DamagedRegion] = []
    /// The index in `damage` of the last region of which nobody knows what stood there, -1 for none.
    private(set) var lastUnexplained = -1
    private(set) var recordCount = 0

    init(kinds: [RecordKind]) { tables = kinds.map { Table(kind: $0) } }

    /// The sequence number that the next domain event gets.
    var nextSequence: Int64 { (outbox.last?.lastSequence ?? 0) + 1 }

    // MARK: Taking records

    mutating func take(_ item: JournalItem) {
        switch item {
        case .record(let header, let location): take(header, at: location)
        case .damage(let region): take(region)
        }
    }

    private mutating func take(_ header: RecordHeader, at location: RecordLocation) {
        recordCount += 1
        let table = tableIndex(ofKind: header.kind)
        let isChained = tables[table].kind.history == .all
        let place = entryIndex(of: header, in: table)
        let before = tables[table].entries[place].version
        if header.version <= before {
            // Written twice, or over something newer: nobody can say which one counts.
            note(DamagedRegion(location, header), on: place, of: table)
            return
        }
        let isGap = header.version != before + 1
        if isGap, damage.isEmpty || isChained {
            note(DamagedRegion(location, header), on: place, of: table)
        } else if !isChained {
            // Newer state makes up for what is missing of the older; a link of a chain cannot be made up for.
            tables[table].entries[place].damagedBy = -1
        }
        if !isChained { tables[table].liveBytes -= Int(tables[table].entries[place].location.length) }
        tables[table].liveBytes += Int(location.length)
        tables[table].entries[place].version = header.version
        tables[table].entries[place].location = location
        tables[table].entries[place].schema = Int32(clamping: header.schema)
        move(entry: place, of: table, toCustomer: header.customer)
        if isChained { tables[table].chains[place].append(location) }
        if tables[table].kind.keepsChanges { tables[table].changes.append(Int32(place)) }
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
        let table = tableIndex(ofKind: header.kind)
        let place = entryIndex(of: header, in: table)
        note(region, on: place, of: table)
        tables[table].entries[place].version = max(tables[table].entries[place].version, header.version)
        move(entry: place, of: table, toCustomer: header.customer)
        if tables[table].kind.keepsChanges { tables[table].changes.append(Int32(place)) }
    }

    private mutating func note(_ region: DamagedRegion, on place: Int, of table: Int) {
        damage.append(region)
        tables[table].entries[place].damagedBy = Int32(damage.count - 1)
    }

    private mutating func tableIndex(ofKind name: String) -> Int {
        for index in tables.indices where tables[index].kind.name == name { return index }
        // A kind that this program does not know: kept track of, so that nothing of it is lost.
        tables.append(Table(kind: RecordKind(name)))
        return tables.count - 1
    }

    private mutating func entryIndex(of header: RecordHeader, in table: Int) -> Int {
        if let place = tables[table].places[header.id] { return Int(place) }
        let place = tables[table].entries.count
        tables[table].entries.append(Entry(id: header.id, version: 0, location: .none, customer: -1, schema: 0))
        tables[table].places[header.id] = Int32(place)
        tables[table].order.append(Int32(place))
        if tables[table].kind.history == .all { tables[table].chains.append([]) }
        return place
    }

    private mutating func move(entry: Int, of table: Int, toCustomer name: String?) {
        let before = tables[table].entries[entry].customer
        var after: Int32 = -1
        if let name {
            if before >= 0, tables[table].customers[name] == before { return }
            after = tables[table].customers[name] ?? Int32(tables[table].customerEntries.count)
            if Int(after) == tables[table].customerEntries.count {
                tables[table].customers[name] = after
                tables[table].customerEntries.append([])
            }
        }
        if before == after { return }
        if before >= 0 { tables[table].customerEntries[Int(before)].removeAll { $0 == Int32(entry) } }
        if after >= 0 { tables[table].customerEntries[Int(after)].append(Int32(entry)) }
        tables[table].entries[entry].customer = after
    }

    /// Brings the order of a table up to date; done when a list is asked for, not when a record is taken.
    mutating func sortIDs(of kind: RecordKind) {
        guard let table = tables.firstIndex(where: { $0.kind == kind }) else { return }
        let entries = tables[table].entries
        let sorted = tables[table].sortedCount
        guard sorted < tables[table].order.count else { return }
        let added = tables[table].order[sorted...].sorted { entries[Int($0)].id < entries[Int($1)].id }
        var merged: [Int32] = []
        merged.reserveCapacity(tables[table].order.count)
        var next = 0
        for place in tables[table].order[..<sorted] {
            while next < added.count, entries[Int(added[next])].id < entries[Int(place)].id {
                merged.append(added[next])
                next += 1
            }
            merged.append(place)
        }
        merged.append(contentsOf: added[next...])
        tables[table].order = merged
        tables[table].sortedCount = merged.count
    }
}

extension DamagedRegion {
    /// A record that is whole but does not fit those before it.
    fileprivate init(_ location: RecordLocation, _ header: RecordHeader) {
        let range = location.offset..<location.offset + Int(location.length)
        self.init(segment: location.segment, range: range, header: header, isOutOfOrder: true)
    }
}
