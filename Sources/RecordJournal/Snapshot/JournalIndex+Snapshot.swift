/// Writing an index to a snapshot and reading it back.
extension JournalIndex {
    /// Writes the whole index.
    ///
    /// It must contain no damage.
    func write(to writer: inout SnapshotWriter) throws(SystemError) {
        writer.number(hash.key.low)
        writer.number(hash.key.high)
        writer.number(recordCount)
        try outbox.write(to: &writer)
        writer.number(tables.count)
        for table in tables { try table.write(to: &writer) }
    }

    /// Reads an index for the kinds that this program knows.
    ///
    /// Returns nil if anything is invalid.
    init?(kinds: [JournalKind], from reader: inout SnapshotReader) {
        guard let low = reader.word(), let high = reader.word(), let recordCount = reader.number(),
            let outbox = OutboxIndex(from: &reader), let tableCount = reader.number(), tableCount >= kinds.count
        else { return nil }
        let hash = IdHash(low: low, high: high)
        var tables: [JournalTable] = []
        for place in 0..<tableCount {
            guard let name = reader.text() else { return nil }
            let kind = place < kinds.count ? kinds[place] : JournalKind(name)
            guard kind.name == name, let table = JournalTable(kind: kind, hash: hash, from: &reader) else { return nil }
            tables.append(table)
        }
        self.init(tables: tables, outbox: outbox, recordCount: recordCount, hash: hash)
    }
}

extension JournalTable {
    fileprivate func write(to writer: inout SnapshotWriter) throws(SystemError) {
        try writer.text(kind.name)
        writer.number((kind.history == .all ? 1 : 0) | (kind.keepsChanges ? 2 : 0))
        try writer.text(Self.families(of: kind))
        writer.number(liveBytes)
        try names.write(to: &writer)
        try writer.list(entries)
        writer.number(rare.count)
        for (place, rare) in rare.sorted(by: { $0.key < $1.key }) {
            writer.number(place)
            writer.number(rare.version)
            writer.number(rare.schema)
        }
        try writer.list(links)
        try writer.list(lastLinks)
        try writer.list(changes)
        try customers.write(to: &writer)
        try writer.list(firstMembers)
        try writer.list(memberships)
        try keyLists.write(to: &writer)
        for column in keyColumns { try column.write(to: &writer) }
        try writer.list(dues.days)
        try writer.list(order.long)
        try writer.list(order.short)
    }

    /// The families of keys that the index holds; a snapshot with others is ignored.
    private static func families(of kind: JournalKind) -> String {
        (kind.keys.map { "\($0.member) \($0.form) \($0.namedSince)" } + (kind.due.map { ["du \($0.member)"] } ?? [])).joined(separator: ",")
    }

    fileprivate init?(kind: JournalKind, hash: IdHash, from reader: inout SnapshotReader) {
        let flags = (kind.history == .all ? 1 : 0) | (kind.keepsChanges ? 2 : 0)
        guard reader.number() == flags, reader.text() == Self.families(of: kind), let liveBytes = reader.number(),
            let names = NameTable(hash: hash, from: &reader),
            let entries = reader.column(of: Packed.self), let rareCount = reader.number()
        else { return nil }
        var rare: [Int: Rare] = [:]
        for _ in 0..<rareCount {
            guard let place = reader.number(), let version = reader.number(), let schema = reader.number() else { return nil }
            rare[place] = Rare(version: Int64(version), schema: Int32(clamping: schema), damagedBy: -1)
        }
        guard let links = reader.column(of: Link.self), let lastLinks = reader.column(of: UInt32.self),
            let changes = reader.column(of: UInt32.self), let customers = NameTable(hash: hash, from: &reader),
            let firstMembers = reader.column(of: UInt32.self), let memberships = reader.column(of: Membership.self),
            let keyLists = KeyLists(kind.keys, hash: hash, from: &reader), keyLists.posted.count <= entries.count,
            entries.count == names.count, firstMembers.count == customers.count, memberships.count <= entries.count,
            lastLinks.count == (kind.history == .all ? entries.count : 0)
        else { return nil }
        var keyColumns: [KeyColumn] = []
        for family in kind.keys where family.form == .column {
            guard let column = KeyColumn(family, hash: hash, from: &reader), column.numbers.count <= entries.count else { return nil }
            keyColumns.append(column)
        }
        guard let days = reader.column(of: UInt16.self), days.count <= entries.count,
            let long = reader.column(of: UInt32.self), let short = reader.column(of: UInt32.self), long.count + short.count <= names.count
        else { return nil }
        self.init(
            kind: kind,
            names: names,
            entries: entries,
            customers: customers,
            keyLists: keyLists,
            keyColumns: keyColumns,
            dues: DueColumn(days: days)
        )
        self.rare = rare
        self.liveBytes = liveBytes
        self.links = links
        self.lastLinks = lastLinks
        self.changes = changes
        self.firstMembers = firstMembers
        self.memberships = memberships
        order = IdOrder(long: long, short: short)
    }
}

extension KeyLists {
    fileprivate func write(to writer: inout SnapshotWriter) throws(SystemError) {
        try names.write(to: &writer)
        try writer.list(lastPostings)
        try writer.list(postings)
        try writer.list(posted)
    }

    fileprivate init?(_ families: [KeyFamily], hash: IdHash, from reader: inout SnapshotReader) {
        guard let names = NameTable(hash: hash, from: &reader), let lastPostings = reader.column(of: UInt32.self),
            let postings = reader.column(of: Posting.self), let posted = reader.column(of: UInt64.self),
            lastPostings.count == names.count
        else { return nil }
        self.init(families, names: names, lastPostings: lastPostings, postings: postings, posted: posted)
    }
}

extension KeyColumn {
    fileprivate func write(to writer: inout SnapshotWriter) throws(SystemError) {
        try lists.write(to: &writer)
        try writer.list(numbers)
    }

    fileprivate init?(_ family: KeyFamily, hash: IdHash, from reader: inout SnapshotReader) {
        guard let lists = NameTable(hash: hash, from: &reader), let numbers = reader.column(of: UInt16.self) else { return nil }
        self.init(family, lists: lists, numbers: numbers)
    }
}

extension OutboxIndex {
    fileprivate func write(to writer: inout SnapshotWriter) throws(SystemError) {
        writer.number(nextSequence)
        try writer.list(blocks)
        try writer.list(runs)
        writer.number(large.count)
        for (place, run) in large.sorted(by: { $0.key < $1.key }) {
            writer.number(place)
            writer.number(run.firstSequence)
            writer.number(run.count)
            writer.number(run.location.packed)
            writer.number(run.location.length)
        }
    }

    fileprivate init?(from reader: inout SnapshotReader) {
        guard let nextSequence = reader.number(), let blocks = reader.column(of: Block.self), let runs = reader.column(of: UInt64.self),
            let largeCount = reader.number()
        else { return nil }
        var large: [Int: Run] = [:]
        for _ in 0..<largeCount {
            guard let place = reader.number(), let first = reader.number(), let count = reader.number(), let packed = reader.word(),
                let length = reader.number().flatMap(UInt32.init(exactly:))
            else { return nil }
            large[place] = Run(firstSequence: Int64(first), count: count, location: RecordPosition(packed: packed, length: length))
        }
        self.init(blocks: blocks, runs: runs, large: large, nextSequence: Int64(nextSequence))
    }
}

extension NameTable {
    fileprivate func write(to writer: inout SnapshotWriter) throws(SystemError) {
        try writer.list(bytes)
        try writer.list(spans)
        writer.number(shards.count { $0.count > 0 })
        for (place, shard) in shards.enumerated() where shard.count > 0 {
            writer.number(place)
            writer.number(shardUse[place])
            writer.number(shard.count)
            try writer.append(shard)
        }
    }

    fileprivate init?(hash: IdHash, from reader: inout SnapshotReader) {
        guard let bytes = reader.column(of: UInt8.self), let spans = reader.column(of: UInt64.self), let shardCount = reader.number() else {
            return nil
        }
        self.init(hash: hash, bytes: bytes, spans: spans)
        var shards = [IndexChunk<UInt64>](repeating: .empty, count: Self.shardCount)
        var use = [UInt32](repeating: 0, count: Self.shardCount)
        for _ in 0..<shardCount {
            // A full table would make a search loop forever.
            guard let place = reader.number(), let used = reader.number(), let count = reader.number(), place < Self.shardCount,
                count.nonzeroBitCount == 1, used < count, let slots = reader.elements(count, of: UInt64.self)
            else { return nil }
            shards[place] = .lent(slots)
            use[place] = UInt32(used)
        }
        guard use.reduce(0, { $0 + Int($1) }) == spans.count else { return nil }
        if shardCount > 0 { set(shards: shards, use: use, of: reader.source) }
    }
}
