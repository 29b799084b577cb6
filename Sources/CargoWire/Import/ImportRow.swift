/// A row of a file as a reader found it.
public struct ImportRow: Sendable {
    /// The 1-based line of the file on which it starts.
    public let line: Int
    /// The row as it stands in the file, for the report.
    public let text: String
    /// What it says.
    public let content: Content

    /// What a row says.
    public enum Content: Sendable {
        /// Named values: the columns of a CSV row, all of them text, or the members of a JSON line.
        case fields(Input)
        /// The reader could make nothing of it; the code says why, such as `row_too_short`.
        case malformed(code: String)
    }

    /// Joins a row and its place.
    public init(line: Int, text: String, content: Content) {
        self.line = line
        self.text = text
        self.content = content
    }
}

/// What there is to say of a row of a file.
public struct ImportIssue: Hashable, Sendable {
    /// The 1-based line of the file on which the row starts.
    public let line: Int
    /// What is the matter: a code of `DomainError`, of `ImportCode`, or of the reader.
    public let code: String
    /// The field that it is about, if it is about one.
    public let path: String?
    /// The row as it stands in the file.
    public let text: String
    /// What became of the row.
    public let verdict: Verdict

    /// What became of a row.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// Not kept: something is wrong with it.
        case rejected
        /// Not kept: it is not meant to be.
        case skipped
        /// Kept although something in it is wrong.
        case warning
    }
}

/// The codes that only imports have.
public enum ImportCode {
    /// The coordinates are none; the location is kept without them.
    public static let coordinatesInvalid = "coordinates_invalid"
    /// An earlier row of the file has the same location code; that one counts.
    public static let rowRepeated = "row_repeated"
    /// The code list marks the entry as one to be removed.
    public static let rowMarkedForRemoval = "row_marked_for_removal"
    /// The row of a code list names a country or another spelling, not a location.
    public static let rowWithoutLocation = "row_without_location"
    /// Another row of the same voyage is bad, so the voyage is not kept.
    public static let voyageRejected = "voyage_rejected"
}

extension Input {
    /// This row under the names that requests have, empty texts left out.
    /// - Parameter names: column names and what they stand for; other names stay as they are, and so does a column whose meaning is there
    ///   under its own name already.
    func renamed(_ names: [String: String]) -> Input {
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
