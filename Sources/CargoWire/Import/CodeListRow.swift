import CargoApplication
import CargoDomain

/// A row of the UN/LOCODE code list in UNECE's columns: Change, Country, Location, Name, …, Coordinates, Remarks.
///
/// Values may end with a no-break space, as some names in the published list do. Source: UNECE, "UN/LOCODE Code List", secretariat notes, and the
/// edition 2024-2.
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
        let (change, place, name) = (Self.text(row, "Change"), Self.text(row, "Location"), Self.text(row, "Name"))
        // A country, or a former name such as "Peking = Beijing".
        guard !place.isEmpty, change != "=" || !name.utf8.contains(UInt8(ascii: "=")) else {
            self = .skipped(code: ImportCode.rowWithoutLocation)
            return
        }
        // Some editions have both cases.
        guard change != "X", change != "x" else {
            self = .skipped(code: ImportCode.rowMarkedForRemoval)
            return
        }
        let request = try RegisterLocation.Request(["name": .text(name), "unLocode": .text(Self.text(row, "Country") + place)])
        let coordinates = Self.text(row, "Coordinates")
        self = .location(
            Location(unLocode: request.unLocode, name: request.name),
            hasBadCoordinates: !coordinates.isEmpty && !CodeListCoordinates.areValid(coordinates)
        )
    }

    /// A column's text without white space at its ends; empty if there is none.
    private static func text(_ row: Input, _ column: String) -> String {
        guard let text = row[column]?.asText else { return "" }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isSpace(first) || isSpace(last) else { return text }
        return String(String.UnicodeScalarView(scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
