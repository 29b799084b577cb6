import CargoDomain

/// Finds the separator of a CSV file from its first line.
enum FieldSeparator {
    /// The separators that are recognised without a word, the usual one first.
    private static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

    /// The separator that a line such as `sep=;` names, quoted or not; nil for another line.
    static func named(by line: [UInt8]) -> UInt8? {
        let quote = UInt8(ascii: "\"")
        let isQuoted = line.count == 7 && line.first == quote && line.last == quote
        let text = isQuoted ? Array(line.dropFirst().dropLast()) : line
        guard text.count == 5, String(decoding: text.prefix(4), as: UTF8.self).inUpperCase == "SEP=", let byte = text.last else {
            return nil
        }
        return isValid(byte) ? byte : nil
    }

    /// The candidate that a header has most of outside quotes; the comma if it has none.
    static func mostFrequent(in line: [UInt8]) -> UInt8 {
        var counts = Array(repeating: 0, count: candidates.count)
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            // safe: the counts have as many elements as the candidates
            if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return zip(candidates, counts).first { $0.1 == most }?.0 ?? UInt8(ascii: ",")
    }

    /// Whether a byte can separate fields: a tab, or an ASCII character that is neither a letter, a digit, a quotation mark nor a space.
    static func isValid(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\t"): true
        case UInt8(ascii: "\""), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            false
        default: (0x21...0x7E).contains(byte)
        }
    }
}
