import CCRC32C

/// CRC-32C (Castagnoli), computed by the processor's CRC instructions, or by slicing-by-16 on processors without them.
///
/// Reflected polynomial 0x1EDC6F41, initial value and final XOR 0xFFFFFFFF. The checksum of "123456789" is 0xE3069283.
package enum CRC32C {
    /// Returns the checksum of `bytes`.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        ~update(0xFFFF_FFFF, with: bytes)
    }

    /// Feeds bytes into a running register.
    ///
    /// Start with 0xFFFF_FFFF and complement the result at the end.
    package static func update(_ start: UInt32, with bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let first = bytes.baseAddress else { return start }
        return isNative ? ccrc32c_update(start, first, bytes.count) : updateBySlices(start, with: bytes)
    }

    private static let isNative = ccrc32c_is_available()

    /// The portable implementation of `update`, slicing-by-16.
    static func updateBySlices(_ start: UInt32, with bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard var next = bytes.baseAddress else { return start }
        let table = tables
        var register = start
        var left = bytes.count
        while left >= 16 {
            let low = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(register)
            let high = UInt64(littleEndian: next.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            register =
                table[15 << 8 | Int(low & 0xFF)] ^ table[14 << 8 | Int(low >> 8 & 0xFF)]
                ^ table[13 << 8 | Int(low >> 16 & 0xFF)] ^ table[12 << 8 | Int(low >> 24 & 0xFF)]
            register ^=
                table[11 << 8 | Int(low >> 32 & 0xFF)] ^ table[10 << 8 | Int(low >> 40 & 0xFF)]
                ^ table[9 << 8 | Int(low >> 48 & 0xFF)] ^ table[8 << 8 | Int(low >> 56)]
            register ^=
                table[7 << 8 | Int(high & 0xFF)] ^ table[6 << 8 | Int(high >> 8 & 0xFF)]
                ^ table[5 << 8 | Int(high >> 16 & 0xFF)] ^ table[4 << 8 | Int(high >> 24 & 0xFF)]
            register ^=
                table[3 << 8 | Int(high >> 32 & 0xFF)] ^ table[2 << 8 | Int(high >> 40 & 0xFF)]
                ^ table[1 << 8 | Int(high >> 48 & 0xFF)] ^ table[Int(high >> 56)]
            next += 16
            left -= 16
        }
        while left > 0 {
            register = register >> 8 ^ table[Int((register ^ UInt32(next.load(as: UInt8.self))) & 0xFF)]
            next += 1
            left -= 1
        }
        return register
    }

    /// Returns how the checksum changes when the bits of `byte` are flipped in the last byte of the data.
    static func effect(ofLastByte byte: UInt8) -> UInt32 { tables[Int(byte)] }

    /// Returns how the checksum changes when the flip that causes `effect` happens one byte earlier.
    static func effect(oneByteEarlierThan effect: UInt32) -> UInt32 { effect >> 8 ^ tables[Int(effect & 0xFF)] }

    /// Sixteen tables of 256 entries; table k holds a byte's effect when k more bytes follow.
    ///
    /// `nonisolated(unsafe)`: the static initializer fills the tables once; after that they are only read.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
        for byte in 0..<256 {
            var entry = UInt32(byte)
            for _ in 0..<8 { entry = entry & 1 == 1 ? entry >> 1 ^ 0x82F6_3B78 : entry >> 1 }
            tables[byte] = entry
        }
        for slice in 1..<16 {
            for byte in 0..<256 {
                let before = tables[(slice - 1) << 8 | byte]
                tables[slice << 8 | byte] = before >> 8 ^ tables[Int(before & 0xFF)]
            }
        }
        return UnsafePointer(tables)
    }()
}
