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
