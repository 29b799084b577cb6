/// For some movements, the number of a round, in memory that it owns.
struct MovementRounds: ~Copyable {
    private let words: UnsafeMutableBufferPointer<UInt64>
    /// Only valid for movements in the bit set above, so that making or emptying it writes an eighth of the memory.
    private let rounds: UnsafeMutablePointer<UInt8>

    /// Creates an empty table for movements numbered below `count`.
    init(count: Int) {
        words = .allocate(capacity: count / 64 + 1)
        words.initialize(repeating: 0)
        rounds = .allocate(capacity: count)
    }

    deinit {
        words.deallocate()
        rounds.deallocate()
    }

    /// Returns the round of a movement, or a number above all rounds.
    @inline(__always)
    subscript(movement: Int) -> Int {
        get { words[movement >> 6] & (1 << UInt64(movement & 63)) == 0 ? .max : Int(rounds[movement]) }
        nonmutating set {
            // Not `|=`: with ThreadSanitizer, Swift 6.3.1 can't compile an in-place access through a buffer held by a noncopyable value.
            words[movement >> 6] = words[movement >> 6] | 1 << UInt64(movement & 63)
            rounds[movement] = UInt8(newValue)
        }
    }

    func removeAll() { words.update(repeating: 0) }
}
