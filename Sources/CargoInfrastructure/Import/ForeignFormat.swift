import CargoDomain

/// A format that people confuse with files of rows, recognised by its first bytes.
package enum ForeignFormat: Hashable, Sendable, CaseIterable {
    /// An interchange of UN/EDIFACT: `UNB+…`, or `UNA` and six service characters (ISO 9735-1).
    case edifact
    /// A workbook of Excel: a ZIP archive (`.xlsx`), or a compound file (`.xls`).
    case workbook

    /// Recognises a format; nil for any other text.
    init?(firstLine line: [UInt8]) {
        if line.starts(with: Array("PK\u{3}\u{4}".utf8)) || line.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            self = .workbook
        } else if line.starts(with: Array("UNB+".utf8)) {
            self = .edifact
        } else if line.starts(with: Array("UNA".utf8)), line.count >= 9, line.dropFirst(3).prefix(6).allSatisfy(Self.isServiceCharacter) {
            self = .edifact
        } else {
            return nil
        }
    }

    private static func isServiceCharacter(_ byte: UInt8) -> Bool {
        let isAlphanumeric = byte.isASCIIDigit || byte.isASCIILowercase || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return !isAlphanumeric && (0x20...0x7E).contains(byte)
    }
}
