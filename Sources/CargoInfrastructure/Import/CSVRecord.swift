/// A record of a CSV file: its fields, or its defect.
package struct CSVRecord: Hashable, Sendable {
    /// The 1-based line on which it starts.
    package let line: Int
    /// The fields; empty if the record has a defect.
    package let fields: [String]
    /// The record's text without its line end; repaired if it isn't valid UTF-8, and truncated if it is too long.
    package let text: String
    /// The record's defect, if any.
    package let defect: RowDefect?

    package init(line: Int, fields: [String], text: String, defect: RowDefect?) {
        self.line = line
        self.fields = fields
        self.text = text
        self.defect = defect
    }
}

/// A defect in the format of a row.
package enum RowDefect: String, Hashable, Sendable, CaseIterable {
    /// The file ends inside quotes that were opened in this row.
    case openQuote = "quote_not_closed"
    /// An unquoted field contains a quote, or text follows a closing quote.
    case strayQuote = "quote_misplaced"
    /// The bytes aren't valid UTF-8.
    case encoding = "encoding_invalid"
    /// The row is too long.
    case tooLong = "row_too_long"
    /// The row has fewer fields than the header.
    case tooFewFields = "row_too_short"
    /// The row has more fields than the header.
    case tooManyFields = "row_too_wide"
}
