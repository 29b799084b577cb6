/// Reads and writes canonical text (VAL-TIME-3) as three words of eight bytes, `YYYY-MM-`, `DDTHH:MM` and `:SS.mmmZ`: the fast path for
/// codecs.
extension Instant {
    /// Parses the 24 bytes of canonical text; `nil` for any other spelling, for a date or time that doesn't exist, and if out of range.
    package init?(canonical bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 24,
            let first = Self.digits(
                bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                of: 0x2D30_302D_3030_3030,
                0x7F76_767F_7676_7676
            ),
            let second = Self.digits(
                bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
                of: 0x3030_3A30_3054_3030,
                0x7676_7F76_767F_7676
            ),
            let third = Self.digits(
                bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
                of: 0x5A30_3030_2E30_303A,
                0x7F76_7676_7F76_767F
            )
        else { return nil }
        func two(_ word: UInt64, _ place: UInt64) -> Int { Int(word >> (8 * place) & 0xFF) * 10 + Int(word >> (8 * place + 8) & 0xFF) }
        let hour = two(second, 3)
        let minute = two(second, 6)
        let time = two(third, 1)
        guard hour < 24, minute < 60, time < 60,
            let date = CivilDate(year: two(first, 0) * 100 + two(first, 2), month: two(first, 5), day: two(second, 0))
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + time
        let milliseconds = Int64(seconds) * 1000 + Int64(third >> 32 & 0xFF) * 100 + Int64(two(third, 5))
        guard milliseconds >= 0 else { return nil }
        self.init(inRange: milliseconds)
    }

    /// Writes the 24 bytes of canonical text.
    ///
    /// The pointer must have room for them.
    package func writeCanonical(to bytes: UnsafeMutableRawPointer) {
        let days = epochMilliseconds / 86_400_000
        let date = CivilDate(daysSince1970: Int(days))
        let time = UInt32(truncatingIfNeeded: epochMilliseconds - days * 86_400_000)
        let seconds = time / 1000
        let milliseconds = time % 1000
        func two(_ value: UInt32, _ place: UInt64) -> UInt64 {
            // safe: value has 32 bits and no sign
            UInt64(0x3030 + value / 10 + (value % 10) << 8) << (8 * place)
        }
        let year = UInt32(truncatingIfNeeded: date.year)
        let first = two(year / 100, 0) | two(year % 100, 2) | two(UInt32(truncatingIfNeeded: date.month), 5) | 0x2D00_002D_0000_0000
        let second =
            two(UInt32(truncatingIfNeeded: date.day), 0) | two(seconds / 3600, 3) | two(seconds / 60 % 60, 6) | 0x0000_3A00_0054_0000
        let third =
            // safe: milliseconds is less than 1000 and has no sign
            two(seconds % 60, 1) | UInt64(0x30 + milliseconds / 100) << 32 | two(milliseconds % 100, 5) | 0x5A00_0000_2E00_003A
        bytes.storeBytes(of: first.littleEndian, as: UInt64.self)
        bytes.storeBytes(of: second.littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: third.littleEndian, toByteOffset: 16, as: UInt64.self)
    }

    /// Returns the word with its digits as numbers from 0 to 9 and its separators as 0; `nil` if any byte doesn't match the pattern.
    ///
    /// - Parameters:
    ///   - pattern: the word with `0` for each digit, first byte least significant.
    ///   - limits: for each byte, the number that lifts a value that is too large to 0x80 or above: 0x76 for a digit, 0x7F for a separator.
    private static func digits(_ word: UInt64, of pattern: UInt64, _ limits: UInt64) -> UInt64? {
        let digits = UInt64(littleEndian: word) ^ pattern
        guard (digits | (digits &+ limits)) & 0x8080_8080_8080_8080 == 0 else { return nil }
        return digits
    }
}
