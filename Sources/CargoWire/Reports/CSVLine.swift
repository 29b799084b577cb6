/// A line of comma-separated values (RFC 4180).
package enum CSVLine {
    /// Writes a line.
    /// - Parameter isExact: whether texts that a spreadsheet would run stay as they are. Otherwise an apostrophe before them makes them text:
    ///   a customer may have written `=cmd|…` into a reference.
    package static func text(_ fields: [String], isExact: Bool = false) -> String {
        fields.map { field($0, isExact: isExact) }.joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String, isExact: Bool) -> String {
        let text = isExact || !isFormula(text) ? text : "'" + text
        // A spreadsheet may separate cells by semicolons or tabs, too.
        guard text.utf8.contains(where: { "\",;\t\n\r".utf8.contains($0) }) else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// Whether a spreadsheet may take a text for a formula: it begins with one of `=+-@`, also in full width, perhaps after white space or
    /// control characters, and isn't a number.
    private static func isFormula(_ text: String) -> Bool {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace || $0.value < 0x20 || $0.properties.isDefaultIgnorableCodePoint }
        guard let first = start.first, "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{2212}".unicodeScalars.contains(first) else { return false }
        let digits = text.utf8.dropFirst()
        let isNumber = digits.count == start.count - 1 && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return !(isNumber && (first == "-" || first == "+"))
    }
}
