#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A table of names, numbered from 0 in order of insertion and looked up by hash.
///
/// It takes 8 bytes per name, 8 bytes per slot, and the name itself.
///
/// The slots are distributed over 1024 open-addressing tables by the highest bits of the hash. Each table grows on its own, so an insertion
/// never rehashes more than one of them: about a thousand slots for a million names.
struct NameTable: Sendable {
    static let shardCount = 1024
    /// The longest name, in bytes.
    static let lengthLimit = 1023

    let hash: IdHash
    /// The bytes of all names, concatenated.
    ///
    /// No name crosses the end of a chunk.
    private(set) var bytes = ChunkedColumn<UInt8>()
    /// The start (48 bits) and length (16 bits) of each name.
    private(set) var spans = ChunkedColumn<UInt64>()
    /// The hash tables; empty before the first name.
    ///
    /// A free slot is 0. Any other holds the lower half of the hash and the name's number plus 1.
    private(set) var shards: [IndexChunk<UInt64>] = []
    private(set) var shardUse: [UInt32] = []
    /// Owns the memory of the lent tables.
    private var lender: SnapshotBytes?

    init(hash: IdHash) { self.hash = hash }

    /// Restores the names; `set` then restores the slots.
    init(hash: IdHash, bytes: ChunkedColumn<UInt8>, spans: ChunkedColumn<UInt64>) {
        self.hash = hash
        self.bytes = bytes
        self.spans = spans
    }

    /// Uses the slots stored in a snapshot.
    mutating func set(shards: [IndexChunk<UInt64>], use: [UInt32], of lender: SnapshotBytes) {
        self.shards = shards
        shardUse = use
        self.lender = lender
    }

    var count: Int { spans.count }

    // MARK: Finding

    /// Returns the number of a name, or nil if it isn't in the table.
    func find(_ name: String) -> Int? {
        var name = name
        return name.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the number of a name, or nil if it isn't in the table.
    func find(_ name: UnsafeRawBufferPointer) -> Int? {
        shards.isEmpty ? nil : find(name, hash(name))
    }

    private func find(_ name: UnsafeRawBufferPointer, _ hash: UInt64) -> Int? {
        shards[Self.shard(of: hash)].withElements { slots in
            if slots.isEmpty { return nil }
            let tag = hash & 0xFFFF_FFFF
            let mask = slots.count - 1
            var place = Int(truncatingIfNeeded: tag) & mask
            while slots[place] != 0 {
                if slots[place] >> 32 == tag {
                    let number = Int(slots[place] & 0xFFFF_FFFF) - 1
                    if isNamed(number, name) { return number }
                }
                place = (place + 1) & mask
            }
            return nil
        }
    }

    /// Returns the number of a name, inserting the name if it isn't in the table.
    mutating func place(of name: UnsafeRawBufferPointer) -> Int {
        let hash = hash(name)
        if !shards.isEmpty, let number = find(name, hash) { return number }
        precondition(name.count <= Self.lengthLimit && count < Int(UInt32.max) - 1, "an index holds less than 2^32 ids, each of 1023 bytes")
        let number = count
        let start = name.withMemoryRebound(to: UInt8.self) { bytes.append(together: $0, filler: 0) }
        spans.append(UInt64(start) << 16 | UInt64(name.count))
        if shards.isEmpty {
            shards = Array(repeating: .empty, count: Self.shardCount)
            shardUse = Array(repeating: 0, count: Self.shardCount)
        }
        let shard = Self.shard(of: hash)
        // A table is at most three quarters full.
        if (Int(shardUse[shard]) + 1) * 4 > shards[shard].count * 3 { grow(shard) }
        shards[shard].withOwn { Self.insert((hash & 0xFFFF_FFFF) << 32 | UInt64(number + 1), into: &$0) }
        shardUse[shard] += 1
        return number
    }

    private mutating func grow(_ shard: Int) {
        var larger = [UInt64](repeating: 0, count: max(4, shards[shard].count * 2))
        shards[shard].withElements { slots in
            for slot in slots where slot != 0 { Self.insert(slot, into: &larger) }
        }
        shards[shard] = .own(larger)
    }

    @inline(__always)
    private static func shard(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 54) }

    private static func insert(_ slot: UInt64, into slots: inout [UInt64]) {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: slot >> 32) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }

    // MARK: Names

    /// The name with a number.
    subscript(number: Int) -> String { withName(number) { String(decoding: $0, as: UTF8.self) } }

    /// Calls the body with the bytes of a name.
    @inline(__always)
    func withName<Value>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let span = spans[number]
        let start = Int(span >> 16)
        return bytes.withElements(start..<start + Int(span & 0xFFFF)) { body(UnsafeRawBufferPointer($0)) }
    }

    /// Whether one name sorts before another in ASCII order.
    func isLess(_ left: Int, _ right: Int) -> Bool { withName(left) { compare($0, right) < 0 } }

    /// Compares a text with a name in ASCII order: negative if the text sorts first, positive if the name does, 0 if they are equal.
    func compare(_ text: UnsafeRawBufferPointer, _ number: Int) -> Int {
        withName(number) { name in
            let order = memcmp(text.baseAddress!, name.baseAddress!, min(text.count, name.count))
            return order == 0 ? text.count - name.count : Int(order)
        }
    }

    /// Returns the first eight bytes of a name as a number that sorts like them.
    func prefix(_ number: Int) -> UInt64 {
        withName(number) { name in
            if name.count >= 8 { return UInt64(bigEndian: name.loadUnaligned(as: UInt64.self)) }
            return name.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - name.count))
        }
    }

    /// Returns the first eight bytes of a text in the same way.
    static func prefix(of text: String) -> UInt64 {
        var prefix: UInt64 = 0
        var count = 0
        for byte in text.utf8.prefix(8) {
            prefix = prefix << 8 | UInt64(byte)
            count += 1
        }
        return prefix << UInt64(8 * (8 - count))
    }

    private func isNamed(_ number: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        withName(number) { $0.count == name.count && memcmp($0.baseAddress!, name.baseAddress!, name.count) == 0 }
    }
}
