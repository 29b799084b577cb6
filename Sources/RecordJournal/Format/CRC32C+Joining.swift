extension CRC32C {
    /// Extends a running register by `count` bytes whose checksum is known, without reading them.
    ///
    /// CRC is linear: the old register only has to be advanced past `count` zero bytes. One table per power of two does that.
    static func update(_ start: UInt32, withBytes count: Int, of checksum: UInt32) -> UInt32 {
        moved(start ^ 0xFFFF_FFFF, by: count) ^ ~checksum
    }

    /// Returns the register after `count` zero bytes.
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

    /// Applies a table to a register.
    ///
    /// The table maps each of the register's eight nibbles separately.
    @inline(__always)
    private static func applied(_ table: UnsafePointer<UInt32>, to register: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for nibble in 0..<8 { result ^= table[nibble << 4 | Int(register >> UInt32(4 * nibble) & 0xF)] }
        return result
    }

    private static let tableLength = 8 * 16

    /// For each power of two up to 2^40, how that many zero bytes change each value of each nibble.
    ///
    /// `nonisolated(unsafe)`: the static initializer fills the table once; after that it is only read.
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
