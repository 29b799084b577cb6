/// A row of an imported file.
public struct ImportRow: Sendable {
    /// The 1-based line of the file on which the row starts.
    public let line: Int
    /// The row's text, for reports.
    public let text: String
    /// The row's content.
    public let content: Content

    /// The content of a row.
    public enum Content: Sendable {
        /// Named values: the columns of a CSV row, which are all text, or the members of a JSON line.
        case fields(Input)
        /// A row that the reader couldn't parse, with a code such as `row_too_short`.
        case malformed(code: String)
    }

    /// Creates a row.
    public init(line: Int, text: String, content: Content) {
        self.line = line
        self.text = text
        self.content = content
    }
}

/// A report about a row of an imported file.
public struct ImportIssue: Hashable, Sendable {
    /// The 1-based line of the file on which the row starts; 0 in a file that isn't made of lines.
    public let line: Int
    /// The problem: a code of `DomainError`, of `ImportCode` or of the reader.
    public let code: String
    /// The field with the problem; nil if the problem concerns the whole row.
    public let path: String?
    /// The row's text.
    public let text: String
    /// What happened to the row.
    public let verdict: Verdict

    /// The report with another name for the field, such as that of the file's own column.
    package func named(_ path: String?) -> Self { Self(line: line, code: code, path: path, text: text, verdict: verdict) }

    /// What happened to a row.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The row is invalid and wasn't imported.
        case rejected
        /// The row isn't meant to be imported.
        case skipped
        /// The row was imported although something in it is invalid.
        case warning
    }
}

/// Codes that only imports use.
public enum ImportCode {
    /// The coordinates are malformed; the location is imported without them.
    public static let coordinatesInvalid = "coordinates_invalid"
    /// An earlier row of the file has the same location code; the earlier row counts.
    ///
    /// The code list has such rows for a place's other names.
    public static let rowRepeated = "row_repeated"
    /// Several cargos have the reference in the row, so it names none of them.
    public static let referenceAmbiguous = "reference_ambiguous"
    /// The code list marks the entry for removal.
    public static let rowMarkedForRemoval = "row_marked_for_removal"
    /// The row of the code list is a country or a former name, not a location.
    public static let rowWithoutLocation = "row_without_location"
    /// Another row of the same voyage is invalid, so the voyage wasn't imported.
    public static let voyageRejected = "voyage_rejected"
    /// An earlier part of the file has the same voyage with other calls; the earlier part counts.
    public static let voyageRepeated = "voyage_repeated"
    /// The schedule shows one call of the voyage only, and the others aren't known, so the voyage wasn't imported.
    public static let voyageIncomplete = "voyage_incomplete"
    /// The carrier says that the voyage doesn't take place; a known one stays as it is, until its cargos are rolled over.
    public static let voyageBlank = "voyage_blank"
}

extension Input {
    /// Returns the row with its columns renamed to the request's fields and without empty texts.
    /// - Parameter names: the new name of each column. Other columns keep their names, and so does a column whose new name is already taken.
    package func renamed(_ names: [String: String]) -> Input {
        guard case .object(let members) = self else { return self }
        return Input(
            members: members.compactMap { member in
                if let text = member.value.asText, text.isEmpty { return nil }
                let name = names[member.name].flatMap { self[$0] == nil ? $0 : nil }
                return Member(name: name ?? member.name, value: member.value)
            }
        )
    }
}
