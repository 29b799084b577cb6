package import CargoDomain
package import CargoWire

/// The names of columns and the separator of CSV files that another program writes.
package struct ImportMapping: Hashable, Sendable {
    /// No mapping: the kit's names, separated by commas, and no other columns.
    package static let standard = ImportMapping()

    /// The byte between two fields.
    package let separator: UInt8
    /// The names of columns in the file, by the kit's names; a column that isn't listed has the kit's name.
    package let columns: [String: String]
    /// Whether the file may have columns that aren't imported.
    package let ignoresOthers: Bool

    private init() { (separator, columns, ignoresOthers) = (UInt8(ascii: ","), [:], false) }

    /// Reads `{"columns":{NAME:NAME_IN_THE_FILE},"separator"?}`.
    /// - Parameter known: the kit's names of the columns.
    /// - Throws: `validation_failed`, with the path of the invalid member.
    package init(_ input: Input, known: [String]) throws(DomainError) {
        guard case .object(let members) = input else { throw Self.fault("") }
        var columns: [String: String] = [:]
        var separator = UInt8(ascii: ",")
        for member in members {
            switch member.name {
            case "separator":
                guard let byte = member.value.asText.flatMap(Self.separator) else { throw Self.fault("separator") }
                separator = byte
            case "columns":
                guard case .object(let names) = member.value else { throw Self.fault("columns") }
                for name in names {
                    guard known.contains(name.name), let text = name.value.asText?.trimmedASCII, !text.isEmpty else {
                        throw Self.fault("columns.\(name.name)")
                    }
                    columns[name.name] = text
                }
            default: throw Self.fault(member.name)
            }
        }
        // Two columns of one name could also be a listed one and one that keeps its name.
        guard Set(known.map { (columns[$0] ?? $0).uppercasedASCII }).count == known.count else { throw Self.fault("columns") }
        (self.separator, self.columns, ignoresOthers) = (separator, columns, true)
    }

    /// A tab, or an ASCII character that is neither a letter, a digit, a quotation mark nor a space.
    private static func separator(_ text: String) -> UInt8? {
        guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
        switch byte {
        case UInt8(ascii: "\t"): return byte
        case UInt8(ascii: "\""), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            return nil
        case 0x21...0x7E: return byte
        default: return nil
        }
    }

    private static func fault(_ path: String) -> DomainError { .validationFailed([.init(path: path, code: .shapeInvalid)]) }
}
