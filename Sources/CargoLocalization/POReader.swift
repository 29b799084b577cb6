/// Reads the lines of a PO file.
struct POReader {
    private enum Part {
        case key
        case plural
        case form
    }

    private var part: Part?
    private var key: String?
    private var plural: String?
    private var forms: [String] = []
    private var finished: (String, Catalog.Entry)?

    /// Reads a line.
    /// - Returns: false if the line isn't in the format.
    mutating func read(_ line: Substring) -> Bool {
        if line.isEmpty || line.hasPrefix("#") { return true }
        if line.hasPrefix("\"") { return append(line) }
        guard let space = line.firstIndex(of: " ") else { return false }
        let text = line.suffix(from: space).dropFirst()
        switch line.prefix(upTo: space) {
        case "msgid":
            finished = finish()
            (part, key) = (.key, "")
        case "msgid_plural": (part, plural) = (.plural, "")
        case let name where name == "msgstr" || name.hasPrefix("msgstr["):
            part = .form
            forms.append("")
        default: return false
        }
        return append(text)
    }

    /// The entry that the last line ended; nil if it didn't.
    mutating func takeEntry() -> (String, Catalog.Entry)? {
        defer { finished = nil }
        return finished
    }

    /// Ends the current entry; nil if it is empty or has no translation.
    mutating func finish() -> (String, Catalog.Entry)? {
        defer { (part, key, plural, forms) = (nil, nil, nil, []) }
        guard let key, let first = forms.first, !first.isEmpty else { return nil }
        return (key, Catalog.Entry(forms: forms, plural: plural))
    }

    private mutating func append(_ literal: Substring) -> Bool {
        guard let part, let text = Self.text(of: literal) else { return false }
        switch part {
        case .key: key = (key ?? "") + text
        case .plural: plural = (plural ?? "") + text
        case .form: forms = forms.dropLast() + [(forms.last ?? "") + text]
        }
        return true
    }

    /// The text of a literal in quotes, with `\n`, `\"` and `\\` resolved.
    private static func text(of literal: Substring) -> String? {
        guard literal.hasPrefix("\""), literal.hasSuffix("\""), literal.count > 1 else { return nil }
        var text = ""
        var isEscaped = false
        for character in literal.dropFirst().dropLast() {
            if isEscaped {
                switch character {
                case "n": text.append("\n")
                case "\"", "\\": text.append(character)
                default: return nil
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return nil
            } else {
                text.append(character)
            }
        }
        return isEscaped ? nil : text
    }
}
