/// A record of a CSV file: its fields, or what is wrong with it.
package struct CSVRecord: Hashable, Sendable {
    /// The 1-based line that it starts on.
    package let line: Int
    /// The fields; none where the record has a defect.
    package let fields: [String]
    /// The record as it stood in the file, without its line end; repaired where it is no UTF-8, cut where it is too long to show.
    package let text: String
    /// What is wrong with it, if anything.
    package let defect: RowDefect?

    package init(line: Int, fields: [String], text: String, defect: RowDefect?) {
        self.line = line
        self.fields = fields
        self.text = text
        self.defect = defect
    }
}
