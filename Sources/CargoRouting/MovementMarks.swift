import CargoDomain

/// A set of movements, one bit each, in memory that the set owns.
struct MovementMarks: ~Copyable {
    private let words: UnsafeMutableBufferPointer<UInt64>

    /// An empty set of movements numbered below a count.
    init(count: Int) {
        words = .allocate(capacity: count / 64 + 1)
        words.initialize(repeating: 0)
    }

    deinit { words.deallocate() }

    @inline(__always)
    func contains(_ movement: Int) -> Bool { words[movement >> 6] & (1 << UInt64(movement & 63)) != 0 }

    @inline(__always)
    func insert(_ movement: Int) {
        // Not `|=`: with ThreadSanitizer, Swift 6.3.1 cannot compile an access in place through a buffer that a noncopyable value holds.
        words[movement >> 6] = words[movement >> 6] | 1 << UInt64(movement & 63)
    }

    /// Takes out a movement that was inserted, and maybe its neighbours: for taking out all of them, one by one.
    func removeWithNeighbours(_ movement: Int) { words[movement >> 6] = 0 }

    func removeAll() { words.update(repeating: 0) }
}
