import Testing

@testable import RecordJournal

@Suite("CRC-32C")
struct CRC32CTests {
    /// The vectors of RFC 3720, appendix B.4, and the check value of the CRC catalogue.
    static let vectors: [(bytes: [UInt8], checksum: UInt32)] = [
        (Array("123456789".utf8), 0xE306_9283),
        ([], 0),
        (Array(repeating: 0, count: 32), 0x8A91_36AA),
        (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E),
        (Array((0..<32).reversed()), 0x113F_DB5C),
    ]

    @Test("The published test vectors match", arguments: vectors)
    func publishedVectors(vector: (bytes: [UInt8], checksum: UInt32)) {
        #expect(vector.bytes.withUnsafeBytes { CRC32C.checksum($0) } == vector.checksum)
        #expect(vector.bytes.withUnsafeBytes { ~CRC32C.updateBySlices(0xFFFF_FFFF, with: $0) } == vector.checksum)
    }

    @Test("The processor's instructions, slices of sixteen and single bytes agree at every length and alignment")
    func slicesAgree() {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        for start in 0..<17 {
            for end in start...bytes.count {
                let slow = bytes[start..<end].reduce(0xFFFF_FFFF as UInt32) { register, byte in
                    withUnsafeBytes(of: byte) { CRC32C.updateBySlices(register, with: $0) }
                }
                let (slices, instructions) = bytes.withUnsafeBytes { bytes in
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                    return (CRC32C.updateBySlices(0xFFFF_FFFF, with: part), CRC32C.update(0xFFFF_FFFF, with: part))
                }
                #expect(slices == slow && instructions == slow)
            }
        }
    }

    @Test("Combining a register with a checksum equals processing the bytes")
    func joined() {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 101 &+ $0 >> 8) }
        for start in [0, 1, 19, 64, 100] {
            for count in [0, 1, 2, 3, 7, 8, 255, 256, 257, 1000, 4095, 4096, 4800] {
                let (head, tail) = (bytes[..<start], bytes[start..<start + count])
                let register = head.withUnsafeBytes { CRC32C.update(0xFFFF_FFFF, with: $0) }
                let expected = tail.withUnsafeBytes { CRC32C.update(register, with: $0) }
                let checksum = tail.withUnsafeBytes { CRC32C.checksum($0) }
                #expect(CRC32C.update(register, withBytes: count, of: checksum) == expected)
            }
        }
    }
}
