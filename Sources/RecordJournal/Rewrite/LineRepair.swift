/// Identifies the record of a damaged line, if one changed byte explains the damage.
///
/// The result only names the lost record, and so shows that no other record was lost. The repaired line is never used as data.
enum LineRepair {
    /// A change of one byte.
    private struct Change {
        let place: Int
        let bits: UInt8
    }

    /// Returns the header of the intact line that differs from the damaged one in a single bit, or otherwise in a single byte if only one
    /// such line exists.
    ///
    /// Returns nil if there is none.
    static func header(of damaged: ArraySlice<UInt8>) -> RecordHeader? {
        var line = Array(damaged)
        guard line.count > RecordLine.prefixLength else { return nil }
        let changes = changes(of: line)
        guard let change = changes.first(where: { $0.bits.nonzeroBitCount == 1 }) ?? (changes.count == 1 ? changes.first : nil) else {
            return nil
        }
        line[change.place] ^= change.bits
        return line.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
    }

    /// Returns every change of one byte that makes the checksum correct.
    private static func changes(of line: [UInt8]) -> [Change] {
        var changes: [Change] = []
        let checksum = line.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[RecordLine.prefixLength...])) }
        // The prefix that the line should have, if the rest of it is correct.
        var prefix: [UInt8] = []
        RecordLine.appendPrefix(to: &prefix)
        prefix.replaceSubrange(RecordLine.mark.count..<RecordLine.mark.count + 8, with: RecordLine.digits(of: checksum))
        let differing = prefix.indices.filter { prefix[$0] != line[$0] }
        if differing.count == 1, let place = differing.first { changes.append(Change(place: place, bits: prefix[place] ^ line[place])) }
        guard let stored = line.withUnsafeBytes({ LineReader.storedChecksum(of: $0) }), stored != checksum else { return changes }
        // Step the difference of the checksums back byte by byte. At the changed byte, it equals the effect of that byte's change.
        let effects = (0..<256).map { CRC32C.effect(ofLastByte: UInt8($0)) }
        var inverse = [UInt8](repeating: 0, count: 256)
        for (byte, effect) in effects.enumerated() { inverse[Int(effect >> 24)] = UInt8(byte) }
        var difference = stored ^ checksum
        for place in stride(from: line.count - 1, through: RecordLine.prefixLength, by: -1) {
            let byte = inverse[Int(difference >> 24)]
            if effects[Int(byte)] == difference { changes.append(Change(place: place, bits: byte)) }
            // Step back past one more byte.
            difference = (difference ^ effects[Int(byte)]) << 8 | UInt32(byte)
        }
        return changes
    }
}
