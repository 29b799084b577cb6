import CargoDomain
import CargoTesting
import CargoWire
import Testing

/// Turns lines of comma-separated text (no quotes) into rows; the first names the columns.
func rows(_ header: String, _ lines: String...) -> [ImportRow] { rows(header, lines) }

func rows(_ header: String, _ lines: [String]) -> [ImportRow] {
    let columns = header.split(separator: ",").map(String.init)
    return lines.enumerated().map { index, line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == columns.count else {
            return ImportRow(line: index + 2, text: line, content: .malformed(code: "row_too_short"))
        }
        let members = zip(columns, fields).map { Input.Member(name: $0, value: .text($1)) }
        return ImportRow(line: index + 2, text: line, content: .fields(Input(members: members)))
    }
}

extension RowImport {
    /// Takes all rows in chunks and says what came of them, such as "2 row_repeated rejected".
    mutating func run(_ rows: [ImportRow], chunk: Int = 2) async throws -> (summary: ImportSummary, issues: [String]) {
        var summary = ImportSummary()
        var issues: [ImportIssue] = []
        for start in stride(from: 0, to: rows.count, by: chunk) {
            let step = try await take(Array(rows[start..<min(start + chunk, rows.count)])).get()
            summary = summary + step.summary
            issues += step.issues
        }
        let last = try await finish().get()
        issues += last.issues
        return (
            summary + last.summary,
            issues.map { "\($0.line) \($0.path.map { "\($0) " } ?? "")\($0.code) \($0.verdict.rawValue)" }
        )
    }
}

func summary(
    read: Int,
    added: Int = 0,
    unchanged: Int = 0,
    renamed: Int = 0,
    rejected: Int = 0,
    skipped: Int = 0,
    warnings: Int = 0
) -> ImportSummary {
    var summary = ImportSummary()
    summary.read = read
    summary.added = added
    summary.unchanged = unchanged
    summary.renamed = renamed
    summary.rejected = rejected
    summary.skipped = skipped
    summary.warnings = warnings
    return summary
}
