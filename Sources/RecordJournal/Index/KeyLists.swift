/// The entries of a table by the keys in their headers, of all families of the form `lists`.
///
/// Lists only grow: an entry whose keys change is added to the lists of the new ones and stays in those of the old ones. So a caller
/// looks into the records that it finds.
struct KeyLists: Sendable {
    /// An entry in a key's list.
    struct Posting: BitwiseCopyable, Sendable {
        let place: UInt32
        /// The position plus 1 of the list's posting before this one; 0 if there isn't one.
        let previous: UInt32
    }

    /// The families.
    let families: [KeyFamily]
    /// The names of the lists: a family's member, a colon and the key.
    ///
    /// The entries that may have any key of a family are in the list `~` and the member.
    private(set) var names: NameTable
    /// The position plus 1 of each list's last posting.
    private(set) var lastPostings = ChunkedColumn<UInt32>()
    private(set) var postings = ChunkedColumn<Posting>()
    /// The hash of each entry's keys as they were last posted; 0 if they never were.
    ///
    /// The column ends at the last entry that was posted.
    private(set) var posted = ChunkedColumn<UInt64>()

    init(_ families: [KeyFamily], hash: IdHash) {
        self.families = families.filter { $0.form == .lists }
        names = NameTable(hash: hash)
    }

    /// Restores the lists from their parts.
    init(
        _ families: [KeyFamily],
        names: NameTable,
        lastPostings: ChunkedColumn<UInt32>,
        postings: ChunkedColumn<Posting>,
        posted: ChunkedColumn<UInt64>
    ) {
        self.init(families, hash: names.hash)
        self.names = names
        self.lastPostings = lastPostings
        self.postings = postings
        self.posted = posted
    }

    /// Adds an entry to the lists of its newest record, unless it had the same keys before.
    mutating func take(_ fields: RecordFields, of kind: JournalKind, in place: Int) {
        if families.isEmpty { return }
        // Hashed without the mask, with which tests make ids collide.
        let hash = IdHash(low: names.hash.key.low, high: names.hash.key.high)
        var combined: UInt64 = 0
        for family in families {
            let list = fields.keys.list(of: family.bytes)
            guard list != nil || family.mayHaveAnyKey(fields, of: kind) else { continue }
            combined = combined &* 31 &+ (list.map { hash($0) } ?? 0) | 1
        }
        guard combined != 0, isNew(combined, place) else { return }
        for family in families {
            if let list = fields.keys.list(of: family.bytes) {
                KeyBytes.forEachKey(in: list) { post(place, to: Self.name(of: $0, family)) }
            } else if family.mayHaveAnyKey(fields, of: kind) {
                post(place, to: Self.unknown(family))
            }
        }
    }

    /// Calls the body with the entries that have or had a key, some of them several times, and with those that may have any.
    func forEachPlace(having key: String, of family: KeyFamily, _ body: (Int) -> Void) {
        for name in [Self.name(of: key, family), Self.unknown(family)] {
            guard let list = name.withUnsafeBytes({ names.find($0) }) else { continue }
            var next = Int(lastPostings[list])
            while next > 0 {
                body(Int(postings[next - 1].place))
                next = Int(postings[next - 1].previous)
            }
        }
    }

    private mutating func isNew(_ hash: UInt64, _ place: Int) -> Bool {
        while posted.count <= place { posted.append(0) }
        guard posted[place] != hash else { return false }
        posted[place] = hash
        return true
    }

    private mutating func post(_ place: Int, to name: [UInt8]) {
        let list = name.withUnsafeBytes { names.place(of: $0) }
        if list == lastPostings.count { lastPostings.append(0) }
        postings.append(Posting(place: UInt32(place), previous: lastPostings[list]))
        lastPostings[list] = UInt32(postings.count)
    }

    /// Returns the name of a key's list.
    ///
    /// Keys that are too long for the table share a list, as only their first bytes count.
    private static func name(of key: some Sequence<UInt8>, _ family: KeyFamily) -> [UInt8] {
        Array((family.bytes + [UInt8(ascii: ":")] + key).prefix(NameTable.lengthLimit))
    }

    private static func name(of key: String, _ family: KeyFamily) -> [UInt8] { name(of: key.utf8, family) }

    private static func unknown(_ family: KeyFamily) -> [UInt8] { [UInt8(ascii: "~")] + family.bytes }
}
