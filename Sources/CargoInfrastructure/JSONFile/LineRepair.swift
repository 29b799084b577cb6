/// Finds out which record a damaged line was, when one flipped bit explains the damage.
///
/// It serves to name the record that is lost and to clear all others; the repaired line is never taken for data.
enum LineRepair {
    /// The header of the only line that differs from these bytes in one bit and has the checksum that it says; nil where there is none.
    static func header(of damaged: ArraySlice<UInt8>) -> RecordHeader? {
        var line = Array(damaged)
        guard line.count > RecordLine.prefixLength, let flip = flippedBit(of: line) else { return nil }
        line[flip.byte] ^= 1 << flip.bit
        return line.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
    }

    private static func flippedBit(of line: [UInt8]) -> (byte: Int, bit: UInt8)? {
        let checksum = line.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[RecordLine.prefixLength...])) }
        // The prefix as it ought to be, if the rest of the line is right: at most one bit may differ.
        var prefix: [UInt8] = []
        RecordLine.appendPrefix(to: &prefix)
        prefix.replaceSubrange(RecordLine.mark.count..<RecordLine.mark.count + 8, with: RecordLine.digits(of: checksum))
        let differing = prefix.indices.filter { prefix[$0] != line[$0] }
        if differing.count == 1, let byte = differing.first, (prefix[byte] ^ line[byte]).nonzeroBitCount == 1 {
            return (byte, UInt8((prefix[byte] ^ line[byte]).trailingZeroBitCount))
        }
        guard let stored = line.withUnsafeBytes({ LineReader.storedChecksum(of: $0) }) else { return nil }
        let wanted = stored ^ checksum
        var effects = (0..<8).map { CRC32C.effect(ofLastByte: 1 << UInt8($0)) }
        for byte in stride(from: line.count - 1, through: RecordLine.prefixLength, by: -1) {
            for bit in 0..<8 {
                if effects[bit] == wanted { return (byte, UInt8(bit)) }
                effects[bit] = CRC32C.effect(oneByteEarlierThan: effects[bit])
            }
        }
        return nil
    }
}
