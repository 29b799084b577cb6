/// The ids of one kind: the location of each id's newest record, and the lists that queries need.
///
/// Takes about 45 bytes per id plus the id itself. Add 12 bytes per id if there are customers, what `KeyFamily` says for each family of keys,
/// and 16 bytes per record if all versions are kept.
struct JournalTable: Sendable {
    /// The indexed data of one id.
    struct Entry {
        var version: Int64
        var location: RecordPosition
        var schema: Int32
        /// The position in the journal's damage of the region that took the newest record (or a link of the chain); -1 if there isn't one.
        var damagedBy: Int32
    }

    /// An entry in its stored form.
    struct Packed: BitwiseCopyable, Sendable {
        var location: UInt64 = 0
        var length: UInt32 = 0
        /// The version (24 bits) and the schema (8 bits); 0xFFFFFFFF if both are in `rare`.
        var state: UInt32 = 0
    }

    /// The exceptional part of an entry: a version or schema that doesn't fit, or damage.
    struct Rare: Equatable, Sendable {
        var version: Int64
        var schema: Int32
        var damagedBy: Int32
    }

    /// An entry's links in its customer's list.
    ///
    /// All numbers are positions plus 1, so that 0 means none.
    struct Membership: BitwiseCopyable, Sendable {
        var customer: UInt32 = 0
        /// The next entry of the same customer.
        var next: UInt32 = 0
        /// The entry of the same customer whose next one this is.
        var previous: UInt32 = 0
    }

    /// A record of a kind that keeps all versions.
    struct Link: BitwiseCopyable, Sendable {
        let location: UInt64
        let length: UInt32
        /// The position plus 1 of the id's previous record; 0 if there isn't one.
        let previous: UInt32
    }

    let kind: JournalKind
    let kindName: [UInt8]
    private(set) var names: NameTable
    private(set) var entries = ChunkedColumn<Packed>()
    var rare: [Int: Rare] = [:]
    /// For kinds that keep all versions: the records, and for each entry the position plus 1 of its last record.
    var links = ChunkedColumn<Link>()
    var lastLinks = ChunkedColumn<UInt32>()
    /// For kinds that keep changes: the entry of each record, in journal order.
    var changes = ChunkedColumn<UInt32>()
    /// The customers, the first entry of each, and each entry's link in its customer's list.
    ///
    /// `memberships` ends at the last entry with a customer.
    private(set) var customers: NameTable
    var firstMembers = ChunkedColumn<UInt32>()
    var memberships = ChunkedColumn<Membership>()
    /// The entries by their keys: the families with lists, and a column for each of the others.
    private(set) var keyLists: KeyLists
    private(set) var keyColumns: [KeyColumn]
    /// When the entries are due, if the kind's records are found by that.
    private(set) var dues: DueColumn
    /// The length in bytes of all records that aren't superseded.
    var liveBytes = 0
    /// The ids in order, as far as queries have needed them.
    var order = IdOrder()

    init(kind: JournalKind, hash: IdHash) {
        self.kind = kind
        kindName = Array(kind.name.utf8)
        names = NameTable(hash: hash)
        customers = NameTable(hash: hash)
        keyLists = KeyLists(kind.keys, hash: hash)
        keyColumns = kind.keys.filter { $0.form == .column }.map { KeyColumn($0, hash: hash) }
        dues = DueColumn()
    }

    /// Restores a table from its main parts; the caller sets the others.
    init(
        kind: JournalKind,
        names: NameTable,
        entries: ChunkedColumn<Packed>,
        customers: NameTable,
        keyLists: KeyLists,
        keyColumns: [KeyColumn],
        dues: DueColumn
    ) {
        self.kind = kind
        kindName = Array(kind.name.utf8)
        self.names = names
        self.entries = entries
        self.customers = customers
        self.keyLists = keyLists
        self.keyColumns = keyColumns
        self.dues = dues
    }

    var count: Int { entries.count }

    // MARK: Taking records

    /// Returns the position of an id's entry, creating the entry if necessary.
    mutating func place(of id: UnsafeRawBufferPointer) -> Int {
        let place = names.place(of: id)
        if place == entries.count {
            entries.append(Packed())
            if kind.history == .all { lastLinks.append(0) }
        }
        return place
    }

    func entry(at place: Int) -> Entry {
        let packed = entries[place]
        let location = RecordPosition(packed: packed.location, length: packed.length)
        if packed.state == .max, let rare = rare[place] {
            return Entry(version: rare.version, location: location, schema: rare.schema, damagedBy: rare.damagedBy)
        }
        return Entry(version: Int64(packed.state & 0xFF_FFFF), location: location, schema: Int32(packed.state >> 24), damagedBy: -1)
    }

    /// Whether an entry's newest record says that its id was removed.
    ///
    /// False if a newer record may be damaged: then it isn't known what that says.
    func isRemoved(at place: Int) -> Bool {
        let state = entries[place].state
        guard state == .max, let rare = rare[place] else { return state >> 24 == UInt32(JournalKind.removedSchema) }
        return rare.schema == JournalKind.removedSchema && rare.damagedBy < 0
    }

    /// The number of ids that were removed and aren't forgotten.
    var removedCount: Int { (0..<count).count { isRemoved(at: $0) } }

    private mutating func set(_ entry: Entry, at place: Int) {
        let packed = UInt32(truncatingIfNeeded: entry.version & 0xFF_FFFF) | UInt32(truncatingIfNeeded: entry.schema & 0xFF) << 24
        let isRare = entry.damagedBy >= 0 || entry.version > 0xFF_FFFF || entry.schema > 0xFF || packed == .max
        if isRare {
            rare[place] = Rare(version: entry.version, schema: entry.schema, damagedBy: entry.damagedBy)
        } else if entries[place].state == .max {
            rare[place] = nil
        }
        entries[place] = Packed(location: entry.location.packed, length: entry.location.length, state: isRare ? .max : packed)
    }

    /// Records the newest record of an entry.
    mutating func take(_ fields: RecordFields, at location: RecordPosition, in place: Int) {
        if kind.history == .latest { liveBytes -= Int(entries[place].length) }
        liveBytes += Int(location.length)
        var entry = entry(at: place)
        entry.version = fields.version
        entry.location = location
        entry.schema = Int32(clamping: fields.schema)
        set(entry, at: place)
        if kind.history == .all {
            links.append(Link(location: location.packed, length: location.length, previous: lastLinks[place]))
            lastLinks[place] = UInt32(links.count)
        }
        changed(place, customer: fields.customer)
        keyLists.take(fields, of: kind, in: place)
        for column in keyColumns.indices { keyColumns[column].take(fields, of: kind, in: place) }
        if let family = kind.due { dues.take(fields, of: family, in: place) }
    }

    /// Records that an entry's newest record is damaged.
    mutating func take(damagedRecord fields: RecordFields, in place: Int) {
        var entry = entry(at: place)
        entry.version = max(entry.version, fields.version)
        set(entry, at: place)
        changed(place, customer: fields.customer)
    }

    mutating func setDamage(_ index: Int32, of place: Int) {
        var entry = entry(at: place)
        if entry.damagedBy == index { return }
        entry.damagedBy = index
        set(entry, at: place)
    }

    private mutating func changed(_ place: Int, customer: UnsafeRawBufferPointer?) {
        if kind.keepsChanges { changes.append(UInt32(place)) }
        let before = place < memberships.count ? memberships[place].customer : 0
        guard let customer else {
            if before > 0 { leave(before, place) }
            return
        }
        let list = customers.place(of: customer)
        if list == firstMembers.count { firstMembers.append(0) }
        if list + 1 == before { return }
        if before > 0 { leave(before, place) }
        while memberships.count <= place { memberships.append(Membership()) }
        let first = firstMembers[list]
        if first > 0 { memberships[Int(first) - 1].previous = UInt32(place + 1) }
        memberships[place] = Membership(customer: UInt32(list + 1), next: first)
        firstMembers[list] = UInt32(place + 1)
    }

    /// Removes an entry from its customer's list.
    private mutating func leave(_ customer: UInt32, _ place: Int) {
        let member = memberships[place]
        memberships[place] = Membership()
        if member.previous > 0 {
            memberships[Int(member.previous) - 1].next = member.next
        } else {
            firstMembers[Int(customer) - 1] = member.next
        }
        if member.next > 0 { memberships[Int(member.next) - 1].previous = member.previous }
    }

    // MARK: Asking

    /// Returns the entry of an id, or nil if the table doesn't have it.
    func entry(_ id: String) -> Entry? { names.find(id).map { entry(at: $0) } }

    /// Returns the locations of all records of an id, in order.
    func chain(_ id: String) -> [RecordPosition] {
        guard kind.history == .all, let place = names.find(id) else { return [] }
        var chain: [RecordPosition] = []
        var link = Int(lastLinks[place])
        while link > 0 {
            chain.append(RecordPosition(packed: links[link - 1].location, length: links[link - 1].length))
            link = Int(links[link - 1].previous)
        }
        return chain.reversed()
    }

    /// Returns the ids of a customer in ASCII order.
    func ids(customer: String) -> [String] {
        guard let list = customers.find(customer) else { return [] }
        var ids: [String] = []
        var member = Int(firstMembers[list])
        while member > 0 {
            ids.append(names[member - 1])
            member = Int(memberships[member - 1].next)
        }
        return ids.sorted()
    }

    /// Returns the ids that have all keys and follow `id` in ASCII order, and perhaps some that don't have them, but none that was removed.
    func ids(having keys: [JournalKey], after id: String?, limit: Int) -> [String] {
        guard let last = keys.last else { return [] }
        // The places that have all keys but the last.
        var places: Set<Int>?
        for key in keys.dropLast() {
            var having: Set<Int> = []
            forEachPlace(having: key) { place in
                if places?.contains(place) ?? true { having.insert(place) }
            }
            places = having
        }
        var found = FirstIds(names, after: id, limit: limit)
        forEachPlace(having: last) { place in
            // Lists of keys only grow, so that they still have ids that were removed.
            if places?.contains(place) ?? true, !isRemoved(at: place) { found.add(place) }
        }
        return found.ids()
    }

    private func forEachPlace(having key: JournalKey, _ body: (Int) -> Void) {
        switch key {
        case .customer(let customer):
            guard let list = customers.find(customer) else { return }
            var member = Int(firstMembers[list])
            while member > 0 {
                body(member - 1)
                member = Int(memberships[member - 1].next)
            }
        case .due(let time): dues.forEachPlace(dueBefore: time, body)
        case .key(let key, let family):
            if let column = keyColumns.first(where: { $0.family == family }) {
                column.forEachPlace(having: key, body)
            } else {
                keyLists.forEachPlace(having: key, of: family, body)
            }
        }
    }

    /// Returns the ids that changed since a position in the change list, each once.
    func changedIDs(from place: Int) -> [String] {
        var seen: Set<UInt32> = []
        return (place..<changes.count).map { changes[$0] }.filter { seen.insert($0).inserted }.map { names[Int($0)] }
    }
}
