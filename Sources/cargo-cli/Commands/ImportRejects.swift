import CargoWire

/// The file for rejected rows, skipped rows and warnings.
struct ImportRejects {
    let file: LineFile
    /// Whether each line names the imported file, because there are several.
    var isFileNamed = false

    /// Writes a report about a row of an imported file.
    func write(_ issue: ImportIssue, of path: String) throws(CommandFailure) {
        if isFileNamed { try file.write(json: NamedIssue(file: path, issue: issue)) } else { try file.write(json: issue) }
    }
}

/// A report about a row, with the row's file.
private struct NamedIssue: WireObject {
    let file: String
    let issue: ImportIssue

    /// `{"code","file","line","path"?,"text","verdict"}`.
    static let form = ObjectForm<NamedIssue>(
        nil,
        .member("code", \.issue.code),
        .member("file", \.file),
        .member("line", \.issue.line),
        .optional("path", \.issue.path),
        .member("text", \.issue.text),
        .member("verdict", \.issue.verdict.rawValue)
    )
}
