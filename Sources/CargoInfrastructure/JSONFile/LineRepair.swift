/// Finds out which record a damaged line was, when one damaged byte explains the damage.
///
/// It serves to name the record that is lost and to clear all others; the repaired line is never taken for data.
enum LineRepair {
    /// A byte that may have been another one.
    private struct Change {
        let place: Int
        let bits: UInt8
    }

    /// The header of the line that differs from these bytes in one bit, or else the only one that differs in one byte, and has the checksum
    /// that it says; nil where there is none.
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

    /// Each change of one byte that makes the checksum right.
    private static func changes(of line: [UInt8]) -> [Change] {
        var changes: [Change] = []
        let checksum = line.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[RecordLine.prefixLength...])) }
        // The prefix as it ought to be, if the rest of the line is right.
        var prefix: [UInt8] = []
        RecordLine.appendPrefix(to: &prefix)
        prefix.replaceSubrange(RecordLine.mark.count..<RecordLine.mark.count + 8, with: RecordLine.digits(of: checksum))
        let differing = prefix.indices.filter { prefix[$0] != line[$0] }
        if differing.count == 1, let place = differing.first { changes.append(Change(place: place, bits: prefix[place] ^ line[place])) }
        guard let stored = line.withUnsafeBytes({ LineReader.storedChecksum(of: $0) }), stored != checksum else { return changes }
        // The difference of the checksums, taken back byte by byte: where the change was made, it is what one byte makes of it.
        let effects = (0..<256).map { CRC32C.effect(ofLastByte: UInt8($0)) }
        var inverse = [UInt8](repeating: 0, count: 256)
        for (byte, effect) in effects.enumerated() { inverse[Int(effect >> 24)] = UInt8(byte) }
        var difference = stored ^ checksum
        for place in stride(from: line.count - 1, through: RecordLine.prefixLength, by: -1) {
            let byte = inverse[Int(difference >> 24)]
            if effects[Int(byte)] == difference { changes.append(Change(place: place, bits: byte)) }
            // One byte less behind the change.
            difference = (difference ^ effects[Int(byte)]) << 8 | UInt32(byte)
        }
        return changes
    }
}
