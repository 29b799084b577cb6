/// The ids of a table in ASCII order.
///
/// The order is built on first use and then updated incrementally.
///
/// Most entries are in one long sorted list. New ones go into a short sorted list, which is merged into the long one when it exceeds a
/// sixteenth of its length. Reads merge both lists.
struct IdOrder: Sendable {
    private static let shortLimit = 4096

    private(set) var long = ChunkedColumn<UInt32>()
    private(set) var short = ChunkedColumn<UInt32>()

    init() {}

    /// Restores an order from its lists.
    init(long: ChunkedColumn<UInt32>, short: ChunkedColumn<UInt32>) {
        self.long = long
        self.short = short
    }

    /// The number of names in the order so far.
    var count: Int { long.count + short.count }

    /// Whether updating the order would take too long to do while others wait.
    func isFarBehind(_ names: NameTable) -> Bool {
        let added = names.count - count
        return added > Self.shortLimit || (added > 0 && short.count + added > max(Self.shortLimit, long.count / 16))
    }

    /// Adds the names that were added to the table since the last update.
    mutating func update(_ names: NameTable) {
        guard count < names.count else { return }
        short = Self.merged(short, Self.sorted(count..<names.count, names), names)
        guard long.isEmpty || short.count > max(Self.shortLimit, long.count / 16) else { return }
        long = Self.merged(long, (0..<short.count).lazy.map { [short] in short[$0] }, names)
        short = ChunkedColumn()
    }

    /// Returns the numbers of up to `limit` names that follow `id` in ASCII order.
    /// - Parameter isListed: whether a number is to be returned.
    func numbers(after id: String?, limit: Int, _ names: NameTable, where isListed: (Int) -> Bool = { _ in true }) -> [Int] {
        var nextLong = Self.place(after: id, in: long, names)
        var nextShort = Self.place(after: id, in: short, names)
        var found: [Int] = []
        while found.count < limit {
            let number: Int
            if nextLong < long.count, nextShort == short.count || names.isLess(Int(long[nextLong]), Int(short[nextShort])) {
                number = Int(long[nextLong])
                nextLong += 1
            } else if nextShort < short.count {
                number = Int(short[nextShort])
                nextShort += 1
            } else {
                break
            }
            if isListed(number) { found.append(number) }
        }
        return found
    }

    private static func place(after id: String?, in list: ChunkedColumn<UInt32>, _ names: NameTable) -> Int {
        guard var id, !id.isEmpty else { return 0 }
        return id.withUTF8 { id in
            var low = 0
            var high = list.count
            while low < high {
                let middle = (low + high) / 2
                if names.compare(UnsafeRawBufferPointer(id), Int(list[middle])) >= 0 { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// Sorts by the first eight bytes, and compares whole names only if those are equal.
    private static func sorted(_ numbers: Range<Int>, _ names: NameTable) -> [UInt32] {
        var keys = numbers.map { (prefix: names.prefix($0), number: UInt32($0)) }
        keys.sort { left, right in
            left.prefix == right.prefix ? names.isLess(Int(left.number), Int(right.number)) : left.prefix < right.prefix
        }
        return keys.map(\.number)
    }

    private static func merged(_ left: ChunkedColumn<UInt32>, _ right: some Sequence<UInt32>, _ names: NameTable) -> ChunkedColumn<UInt32> {
        var merged = ChunkedColumn<UInt32>()
        var next = 0
        for number in right {
            while next < left.count, names.isLess(Int(left[next]), Int(number)) {
                merged.append(left[next])
                next += 1
            }
            merged.append(number)
        }
        while next < left.count {
            merged.append(left[next])
            next += 1
        }
        return merged
    }
}
