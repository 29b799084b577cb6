/// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for webhook signatures, access tokens and the keys of imported bookings.
///
/// Written here to avoid a dependency. No branch and no array index depends on the content of the message or the key.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    private static let blockSize = 64

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01,
        0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC,
        0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
        0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116, 0x1E37_6C08,
        0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    /// Bytes that don't fill a block yet.
    private var rest: [UInt8] = []
    /// The length of the message so far, in bytes.
    private var length: UInt64 = 0

    /// Begins with an empty message.
    package init() {}

    /// Appends bytes to the message.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let missing = Self.blockSize - rest.count
            rest += bytes.prefix(missing)
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(missing))
            guard rest.count == Self.blockSize else { return }
            let block = rest
            block.withUnsafeBytes { take($0) }
            rest = []
        }
        while bytes.count >= Self.blockSize {
            take(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.blockSize)))
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.blockSize))
        }
        rest += bytes
    }

    /// Returns the 32-byte hash of the message.
    package consuming func finalize() -> [UInt8] {
        let bits = length * 8
        var end: [UInt8] = [0x80]
        end += [UInt8](repeating: 0, count: (Self.blockSize + 55 - rest.count) % Self.blockSize)
        for shift in stride(from: 56, through: 0, by: -8) { end.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        end.withUnsafeBytes { update($0) }
        return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    /// Returns the 32-byte SHA-256 hash of a message.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        message.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }

    /// Returns the 32-byte HMAC-SHA-256 of a message.
    package static func authenticationCode(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = HMAC(key: key)
        message.withUnsafeBytes { code.update($0) }
        return code.finalize()
    }

    /// An HMAC-SHA-256 that takes its message in parts.
    package struct HMAC {
        private var inner = SHA256()
        private var outer = SHA256()

        /// Begins with an empty message.
        package init(key: [UInt8]) {
            var key = key.count > blockSize ? SHA256.hash(key) : key
            key += [UInt8](repeating: 0, count: blockSize - key.count)
            key.map { $0 ^ 0x36 }.withUnsafeBytes { inner.update($0) }
            key.map { $0 ^ 0x5C }.withUnsafeBytes { outer.update($0) }
        }

        /// Appends bytes to the message.
        package mutating func update(_ bytes: UnsafeRawBufferPointer) { inner.update(bytes) }

        /// Returns the 32-byte authentication code of the message.
        package consuming func finalize() -> [UInt8] {
            inner.finalize().withUnsafeBytes { outer.update($0) }
            return outer.finalize()
        }
    }

    private mutating func take(_ block: UnsafeRawBufferPointer) {
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for place in 0..<16 { schedule[place] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)) }
            for place in 16..<64 {
                let (early, late) = (schedule[place - 15], schedule[place - 2])
                let first = Self.turned(early, 7) ^ Self.turned(early, 18) ^ early >> 3
                let second = Self.turned(late, 17) ^ Self.turned(late, 19) ^ late >> 10
                schedule[place] = schedule[place - 16] &+ first &+ schedule[place - 7] &+ second
            }
            Self.constants.withUnsafeBufferPointer { constants in
                for place in 0..<64 {
                    let sum = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
                    let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[place] &+ schedule[place]
                    let second = (Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
                }
            }
        }
        for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
    }

    @inline(__always)
    private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 { word &>> places | word &<< (32 - places) }
}
