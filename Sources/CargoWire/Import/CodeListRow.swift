import CargoApplication
import CargoDomain

/// A row of the UN/LOCODE code list in UNECE's columns: Change, Country, Location, Name, …, Coordinates, Remarks.
///
/// Source: UNECE, "UN/LOCODE Code List", secretariat notes; coordinates are `DDMMN DDDMME`.
enum CodeListRow {
    /// A location, and whether its coordinates are malformed.
    case location(Location, hasBadCoordinates: Bool)
    /// A row to skip, with a code for the reason.
    case skipped(code: String)

    /// Whether a row has the columns of the code list.
    static func isOne(_ row: Input) -> Bool { row["Country"] != nil && row["Location"] != nil }

    /// Reads a row.
    /// - Throws: `un_locode_invalid`, `location_name_invalid` under `validation_failed`.
    init(_ row: Input) throws(DomainError) {
        let place = row["Location"]?.asText ?? ""
        guard !place.isEmpty else {
            self = .skipped(code: ImportCode.rowWithoutLocation)
            return
        }
        guard row["Change"]?.asText != "X" else {
            self = .skipped(code: ImportCode.rowMarkedForRemoval)
            return
        }
        let request = try RegisterLocation.Request([
            "name": .text(row["Name"]?.asText ?? ""), "unLocode": .text((row["Country"]?.asText ?? "") + place),
        ])
        let coordinates = row["Coordinates"]?.asText ?? ""
        self = .location(
            Location(unLocode: request.unLocode, name: request.name),
            hasBadCoordinates: !coordinates.isEmpty && !Self.areCoordinates(coordinates)
        )
    }

    private static func areCoordinates(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 12 && bytes[5] == UInt8(ascii: " ")
            // safe: there are 12 bytes
            && isAngle(bytes[0..<5], upTo: 90, "N", "S") && isAngle(bytes[6..<12], upTo: 180, "E", "W")
    }

    /// Degrees, two digits of minutes, and a letter.
    private static func isAngle(_ bytes: ArraySlice<UInt8>, upTo greatest: Int, _ letters: Unicode.Scalar...) -> Bool {
        let digits = bytes.dropLast()
        guard digits.allSatisfy(\.isASCIIDigit), letters.contains(where: { bytes.last == UInt8(ascii: $0) }) else { return false }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        let minutes = number % 100
        return minutes < 60 && number / 100 * 60 + minutes <= greatest * 60
    }
}
