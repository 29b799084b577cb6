/// The entries of a table by the voyages in their headers.
///
/// Lists only grow: an entry whose voyages change is added to the lists of the new ones and stays in those of the old ones. So a caller
/// looks into the records that it finds.
struct VoyageLists: Sendable {
    /// An entry in a voyage's list.
    struct Posting: BitwiseCopyable, Sendable {
        let place: UInt32
        /// The position plus 1 of the list's posting before this one; 0 if there isn't one.
        let previous: UInt32
    }

    /// The name of the list of entries whose records are too old to name their voyages.
    ///
    /// They may be on any voyage.
    private static let unknown = "~"

    private(set) var names: NameTable
    /// The position plus 1 of each voyage's last posting.
    private(set) var lastPostings = ChunkedColumn<UInt32>()
    private(set) var postings = ChunkedColumn<Posting>()
    /// The hash of each entry's voyages as they were last posted; 0 if they never were.
    ///
    /// The column ends at the last entry that was posted.
    private(set) var posted = ChunkedColumn<UInt64>()

    init(hash: IdHash) { names = NameTable(hash: hash) }

    /// Restores the lists from their parts.
    init(
        names: NameTable,
        lastPostings: ChunkedColumn<UInt32>,
        postings: ChunkedColumn<Posting>,
        posted: ChunkedColumn<UInt64>
    ) {
        self.names = names
        self.lastPostings = lastPostings
        self.postings = postings
        self.posted = posted
    }

    /// Adds an entry to the lists of its newest record, unless it had the same voyages before.
    mutating func take(_ fields: RecordFields, of kind: JournalKind, in place: Int) {
        if let voyages = fields.voyages {
            // Hashed without the mask, with which tests make ids collide.
            let hash = IdHash(low: names.hash.key.low, high: names.hash.key.high)(voyages) | 1
            guard isNew(hash, place) else { return }
            HeaderNames.forEach(in: voyages) { post(place, to: $0) }
        } else if kind.history == .latest, fields.schema > 0, fields.schema < kind.schema, isNew(1, place) {
            var unknown = Self.unknown
            unknown.withUTF8 { post(place, to: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Returns the entries that are or were on a voyage, each once, and those whose voyages are unknown.
    func places(of voyage: String) -> [Int] {
        var places: Set<UInt32> = []
        for name in [voyage, Self.unknown] {
            guard let list = names.find(name) else { continue }
            var next = Int(lastPostings[list])
            while next > 0 {
                places.insert(postings[next - 1].place)
                next = Int(postings[next - 1].previous)
            }
        }
        return places.map { Int($0) }
    }

    private mutating func isNew(_ hash: UInt64, _ place: Int) -> Bool {
        while posted.count <= place { posted.append(0) }
        guard posted[place] != hash else { return false }
        posted[place] = hash
        return true
    }

    private mutating func post(_ place: Int, to name: UnsafeRawBufferPointer) {
        let list = names.place(of: name)
        if list == lastPostings.count { lastPostings.append(0) }
        postings.append(Posting(place: UInt32(place), previous: lastPostings[list]))
        lastPostings[list] = UInt32(postings.count)
    }
}
