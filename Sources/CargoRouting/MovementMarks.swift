import CargoDomain

/// A set of movements as a bit set in memory that it owns.
struct MovementMarks: ~Copyable {
    private let words: UnsafeMutableBufferPointer<UInt64>

    /// Creates an empty set for movements numbered below `count`.
    init(count: Int) {
        words = .allocate(capacity: count / 64 + 1)
        words.initialize(repeating: 0)
    }

    deinit { words.deallocate() }

    @inline(__always)
    func contains(_ movement: Int) -> Bool { words[movement >> 6] & (1 << UInt64(movement & 63)) != 0 }

    @inline(__always)
    func insert(_ movement: Int) {
        // Not `|=`: with ThreadSanitizer, Swift 6.3.1 can't compile an in-place access through a buffer held by a noncopyable value.
        words[movement >> 6] = words[movement >> 6] | 1 << UInt64(movement & 63)
    }

    /// Removes an inserted movement and possibly its neighbours.
    ///
    /// Use it only to remove every inserted movement one by one.
    func removeWithNeighbours(_ movement: Int) { words[movement >> 6] = 0 }

    func removeAll() { words.update(repeating: 0) }
}
