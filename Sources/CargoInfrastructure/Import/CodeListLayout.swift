import CargoDomain

/// The layout of UNECE's UN/LOCODE code list, in a file with a header or, as UNECE publishes it, without one.
///
/// UNECE publishes three parts in Windows-1252 with CRLF, in which most fields are quoted. Countries are headings such as `,"SE",,".SWEDEN"`, and former
/// names are lines such as `"=","CN",,"Peking = Beijing"`. Lists that others put together from it have a header, sometimes another one in
/// the middle with columns in another order, and sometimes more columns.
enum CodeListLayout {
    /// The columns, in the order in which UNECE publishes them.
    static let columns: [ImportColumns.Column] = [
        .optional("Change"), .required("Country", isFolded: true), .required("Location", isFolded: true), .required("Name"),
        .optional("NameWoDiacritics"), .optional("Subdivision"), .optional("Function"), .optional("Status"), .optional("Date"),
        .optional("IATA"), .optional("Coordinates"), .optional("Remarks"),
    ]

    /// Whether a file whose first record has these fields has no header.
    ///
    /// Such a record has at most one character for a change, two letters for a country, and three characters for a place; or no place, if it is
    /// a heading or a former name. Further columns may follow. Empty ones at the end of a heading may be missing.
    static func isRow(_ fields: [String]) -> Bool {
        var rest = fields[...].makeIterator()
        guard let change = rest.next(), let country = rest.next(), let place = rest.next(), rest.next() != nil else { return false }
        guard change.trimmedASCII.unicodeScalars.count <= 1, isCountry(country) else { return false }
        let code = place.trimmedASCII.utf8
        return code.isEmpty || code.count == 3 && code.allSatisfy(\.isASCIIAlphanumeric) && fields.count >= columns.count
    }

    /// Whether a value could be the code of a country; the name of a column couldn't.
    static func isCountry(_ text: String) -> Bool {
        let code = text.trimmedASCII.utf8
        return code.count == 2 && code.allSatisfy(\.isASCIILetter)
    }
}
