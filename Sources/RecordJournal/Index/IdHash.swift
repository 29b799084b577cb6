/// The hash of ids in the index: SipHash-1-3 with a random key for each index.
///
/// Ids come from outside. Without the key, an attacker can't choose colliding ids to slow the index down.
struct IdHash: Sendable, Equatable {
    let key: (low: UInt64, high: UInt64)
    /// The bits of the hash to keep: all of them, except in tests that force collisions.
    let mask: UInt64

    init(low: UInt64, high: UInt64, mask: UInt64 = .max) {
        key = (low, high)
        self.mask = mask
    }

    /// Returns a hash with a random key.
    static func random() -> IdHash { IdHash(low: .random(in: 0 ... .max), high: .random(in: 0 ... .max)) }

    static func == (left: Self, right: Self) -> Bool { left.key == right.key && left.mask == right.mask }

    func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = State(key)
        var offset = 0
        let whole = bytes.count & ~7
        while offset < whole {
            state.take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        var shift: UInt64 = 0
        while offset < bytes.count {
            last |= UInt64(bytes[offset]) << shift
            shift += 8
            offset += 1
        }
        state.take(last)
        return state.finish() & mask
    }

    /// The four words of SipHash.
    private struct State {
        private var a, b, c, d: UInt64

        init(_ key: (low: UInt64, high: UInt64)) {
            a = key.low ^ 0x736f_6d65_7073_6575
            b = key.high ^ 0x646f_7261_6e64_6f6d
            c = key.low ^ 0x6c79_6765_6e65_7261
            d = key.high ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func take(_ word: UInt64) {
            d ^= word
            round()
            a ^= word
        }

        mutating func finish() -> UInt64 {
            c ^= 0xFF
            round()
            round()
            round()
            return a ^ b ^ c ^ d
        }

        @inline(__always)
        private mutating func round() {
            a = a &+ b
            b = (b << 13 | b >> 51) ^ a
            a = a << 32 | a >> 32
            c = c &+ d
            d = (d << 16 | d >> 48) ^ c
            a = a &+ d
            d = (d << 21 | d >> 43) ^ a
            c = c &+ b
            b = (b << 17 | b >> 47) ^ c
            c = c << 32 | c >> 32
        }
    }
}
