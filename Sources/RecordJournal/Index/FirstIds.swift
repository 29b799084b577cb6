/// Collects the first ids of a table in ASCII order, from entries in any order.
///
/// Most entries are left out by the first eight bytes of their ids. Few are sorted, and only those that are returned become strings.
struct FirstIds {
    private typealias Item = (prefix: UInt64, place: Int)

    private let names: NameTable
    private let start: (prefix: UInt64, id: [UInt8])?
    private let limit: Int
    private var items: [Item] = []
    /// The last of the first ids found so far; nil as long as there are fewer than the limit.
    private var last: Item?

    /// - Parameters:
    ///   - names: the ids.
    ///   - id: the id to start after.
    ///   - limit: how many ids to collect.
    init(_ names: NameTable, after id: String?, limit: Int) {
        self.names = names
        self.limit = limit
        start = id.flatMap { $0.isEmpty ? nil : (NameTable.prefix(of: $0), Array($0.utf8)) }
    }

    /// Adds an entry, which may have been added before.
    mutating func add(_ place: Int) {
        let item = (prefix: names.prefix(place), place: place)
        if let start {
            if item.prefix < start.prefix { return }
            if item.prefix == start.prefix, start.id.withUnsafeBytes({ names.compare($0, place) }) >= 0 { return }
        }
        if let last, !Self.isLess(item, last, names) { return }
        items.append(item)
        // Sorts so seldom that each entry costs little.
        if items.count >= 4 * limit + 1024 { cut() }
    }

    /// Returns the ids, each once.
    mutating func ids() -> [String] {
        cut()
        return items.map { names[$0.place] }
    }

    private mutating func cut() {
        let names = names
        items.sort { Self.isLess($0, $1, names) }
        var isFirst = true
        var before = 0
        items.removeAll { item in
            defer { (isFirst, before) = (false, item.place) }
            return !isFirst && item.place == before
        }
        guard items.count >= limit else { return }
        items.removeLast(items.count - limit)
        last = items.last
    }

    private static func isLess(_ left: Item, _ right: Item, _ names: NameTable) -> Bool {
        left.prefix == right.prefix ? left.place != right.place && names.isLess(left.place, right.place) : left.prefix < right.prefix
    }
}
