/// The keys of each entry of a table, of one family of the form `column`.
///
/// It holds what the newest records say, so an entry leaves a key when a record without it is stored. There are few different lists of
/// keys, and each entry has the number of its list.
struct KeyColumn: Sendable {
    /// The number of an entry that may have any key.
    private static let unknown = UInt16.max

    let family: KeyFamily
    /// The different lists, as in headers: `"LATE","UNROUTED"`.
    private(set) var lists: NameTable
    /// The position plus 1 of each entry's list; 0 if it has no keys; `unknown`.
    ///
    /// The column ends at the last entry that ever had one.
    private(set) var numbers: ChunkedColumn<UInt16>

    init(_ family: KeyFamily, hash: IdHash) { self.init(family, lists: NameTable(hash: hash), numbers: .init()) }

    /// Restores a column from its parts.
    init(_ family: KeyFamily, lists: NameTable, numbers: ChunkedColumn<UInt16>) {
        self.family = family
        self.lists = lists
        self.numbers = numbers
    }

    /// Notes the keys of an entry's newest record.
    mutating func take(_ fields: RecordFields, of kind: JournalKind, in place: Int) {
        let number =
            if let list = fields.keys.list(of: family.bytes) {
                self.number(of: list)
            } else {
                family.mayHaveAnyKey(fields, of: kind) ? Self.unknown : 0
            }
        guard number != 0 || place < numbers.count else { return }
        while numbers.count <= place { numbers.append(0) }
        if numbers[place] != number { numbers[place] = number }
    }

    /// Calls the body with the entries that have a key, in the order of the table, and with those that may have any.
    func forEachPlace(having key: String, _ body: (Int) -> Void) {
        let key = Array(key.utf8)
        var isWanted = (0..<lists.count).map { number in
            lists.withName(number) { list in
                var hasKey = false
                KeyBytes.forEachKey(in: list) { hasKey = hasKey || $0.elementsEqual(key) }
                return hasKey
            }
        }
        isWanted.insert(false, at: 0)
        isWanted.withUnsafeBufferPointer { isWanted in
            var start = 0
            for chunk in numbers.chunks {
                chunk.withElements { numbers in
                    for offset in numbers.indices where numbers[offset] != 0 {
                        let number = Int(numbers[offset])
                        if number == Int(Self.unknown) || number < isWanted.count && isWanted[number] { body(start + offset) }
                    }
                    start += numbers.count
                }
            }
        }
    }

    /// Returns the number of a list; `unknown` for a list that is too long, or if there are too many.
    private mutating func number(of list: UnsafeRawBufferPointer) -> UInt16 {
        if list.isEmpty { return 0 }
        guard list.count <= NameTable.lengthLimit, lists.count < Int(Self.unknown) - 1 || lists.find(list) != nil else {
            return Self.unknown
        }
        return UInt16(lists.place(of: list) + 1)
    }
}
