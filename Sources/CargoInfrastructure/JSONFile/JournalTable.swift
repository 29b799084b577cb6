/// All ids of one kind: where the newest record of each stands, and the lists that are asked for.
struct JournalTable {
    /// What is known of one id.
    struct Entry {
        let id: String
        var version: Int64 = 0
        var location = RecordLocation.none
        /// The index of the customer's list, -1 for none.
        var customer: Int32 = -1
        var schema: Int32 = 0
        /// The index in the journal's damage of the region that took the newest record (or a link of the chain), -1 for none.
        var damagedBy: Int32 = -1
    }

    let kind: RecordKind
    private(set) var entries: [Entry] = []
    private var places: [String: Int32] = [:]
    /// Entries in ASCII order of their ids, as far as `sortedCount`; then the new ones as they came.
    private(set) var order: [Int32] = []
    private var sortedCount = 0
    /// For kinds that keep all versions: each entry's records, in order.
    private(set) var chains: [[RecordLocation]] = []
    /// For kinds that keep changes: the entry of each record, in journal order.
    private(set) var changes: [Int32] = []
    private var customers: [String: Int32] = [:]
    private var customerEntries: [[Int32]] = []
    /// Bytes of the records that are not superseded.
    private(set) var liveBytes = 0

    init(kind: RecordKind) { self.kind = kind }

    // MARK: Taking records

    /// The place of an id's entry, made where there is none.
    mutating func place(of id: String) -> Int {
        if let place = places[id] { return Int(place) }
        let place = entries.count
        entries.append(Entry(id: id))
        places[id] = Int32(place)
        order.append(Int32(place))
        if kind.history == .all { chains.append([]) }
        return place
    }

    /// Notes the newest record of an entry.
    mutating func take(_ header: RecordHeader, at location: RecordLocation, in place: Int) {
        if kind.history == .latest { liveBytes -= Int(entries[place].location.length) }
        liveBytes += Int(location.length)
        entries[place].version = header.version
        entries[place].location = location
        entries[place].schema = Int32(clamping: header.schema)
        if kind.history == .all { chains[place].append(location) }
        changed(place, customer: header.customer)
    }

    /// Notes that an entry's newest record is damaged.
    mutating func take(damagedRecord header: RecordHeader, in place: Int) {
        entries[place].version = max(entries[place].version, header.version)
        changed(place, customer: header.customer)
    }

    mutating func setDamage(_ index: Int32, of place: Int) { entries[place].damagedBy = index }

    private mutating func changed(_ place: Int, customer: String?) {
        if kind.keepsChanges { changes.append(Int32(place)) }
        let before = entries[place].customer
        guard let customer else {
            if before >= 0 { leave(before, place) }
            return
        }
        let list = customers[customer] ?? Int32(customerEntries.count)
        if list == before { return }
        if before >= 0 { leave(before, place) }
        if Int(list) == customerEntries.count {
            customers[customer] = list
            customerEntries.append([])
        }
        customerEntries[Int(list)].append(Int32(place))
        entries[place].customer = list
    }

    private mutating func leave(_ list: Int32, _ place: Int) {
        customerEntries[Int(list)].removeAll { $0 == Int32(place) }
        entries[place].customer = -1
    }

    /// Brings the order up to date; done when a list is asked for, not when a record is taken.
    mutating func sort() {
        guard sortedCount < order.count else { return }
        let entries = entries
        let added = order[sortedCount...].sorted { entries[Int($0)].id < entries[Int($1)].id }
        var merged: [Int32] = []
        merged.reserveCapacity(order.count)
        var next = 0
        for place in order[..<sortedCount] {
            while next < added.count, entries[Int(added[next])].id < entries[Int(place)].id {
                merged.append(added[next])
                next += 1
            }
            merged.append(place)
        }
        merged.append(contentsOf: added[next...])
        order = merged
        sortedCount = merged.count
    }

    // MARK: Asking

    /// What is known of an id.
    func entry(_ id: String) -> Entry? { places[id].map { entries[Int($0)] } }

    /// Where all records of an id stand, in order.
    func chain(_ id: String) -> [RecordLocation] { places[id].map { chains[Int($0)] } ?? [] }

    /// Ids in ASCII order after an id; call `sort` first.
    func ids(after id: String?, limit: Int) -> [String] {
        var low = 0
        if let id {
            var high = order.count
            while low < high {
                let middle = (low + high) / 2
                if entries[Int(order[middle])].id <= id { low = middle + 1 } else { high = middle }
            }
        }
        return order[low...].prefix(limit).map { entries[Int($0)].id }
    }

    /// The ids of a customer, in ASCII order.
    func ids(customer: String) -> [String] {
        guard let list = customers[customer] else { return [] }
        return customerEntries[Int(list)].map { entries[Int($0)].id }.sorted()
    }

    /// The ids that changed from a place in the list of changes on, each once.
    func changedIDs(from place: Int) -> [String] {
        var seen: Set<Int32> = []
        return changes[place...].filter { seen.insert($0).inserted }.map { entries[Int($0)].id }
    }
}
