extension CRC32C {
    /// The running register after bytes of which the checksum is known, without a look at them.
    ///
    /// A register is linear in what came before: it need only be moved on by as many zero bytes, one table for each power of two.
    static func update(_ start: UInt32, withBytes count: Int, of checksum: UInt32) -> UInt32 {
        moved(start ^ 0xFFFF_FFFF, by: count) ^ ~checksum
    }

    /// A register after so many zero bytes.
    private static func moved(_ register: UInt32, by count: Int) -> UInt32 {
        var register = register
        var left = count
        var table = zeros
        while left > 0 {
            if left & 1 == 1 { register = applied(table, to: register) }
            left >>= 1
            table += tableLength
        }
        return register
    }

    /// What a table makes of a register: each of its eight nibbles has an effect of its own.
    @inline(__always)
    private static func applied(_ table: UnsafePointer<UInt32>, to register: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for nibble in 0..<8 { result ^= table[nibble << 4 | Int(register >> UInt32(4 * nibble) & 0xF)] }
        return result
    }

    private static let tableLength = 8 * 16

    /// For each number of zero bytes that is a power of two, up to 2^40: the effect of each value of each nibble.
    ///
    /// `nonisolated(unsafe)`: filled once, by the initialiser that the language runs once, and only read afterwards.
    private nonisolated(unsafe) static let zeros: UnsafePointer<UInt32> = {
        let levels = 41
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: levels * tableLength)
        for level in 0..<levels {
            let table = tables + level * tableLength
            for nibble in 0..<8 {
                for value in 0..<16 {
                    var register = UInt32(value) << UInt32(4 * nibble)
                    if level == 0 {
                        register = effect(oneByteEarlierThan: register)
                    } else {
                        for _ in 0..<2 { register = applied(UnsafePointer(table - tableLength), to: register) }
                    }
                    table[nibble << 4 | value] = register
                }
            }
        }
        return UnsafePointer(tables)
    }()
}
