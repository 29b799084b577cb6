import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// One import, from the first row to the last or to Ctrl-C.
struct ImportRun {
    private var steps: any ImportSteps
    private let count: ByteCount
    private let session: Session
    private let rejects: ImportRejects?
    /// The name of the column that holds a field of the request.
    private let column: (String) -> String
    private var progress: ProgressBar
    private let listsCargos: Bool
    private var outcome = ImportOutcome()
    private var shown = 0

    /// How many row issues are printed on standard error without `-v`.
    private static let maximumShown = 10

    init(
        steps: any ImportSteps,
        count: ByteCount,
        session: Session,
        rejects: ImportRejects?,
        column: @escaping (String) -> String,
        size: Int?,
        listsCargos: Bool
    ) {
        self.listsCargos = listsCargos
        self.steps = steps
        self.count = count
        self.session = session
        self.rejects = rejects
        self.column = column
        progress = ProgressBar(session.console, total: size)
    }

    private var summary: ImportSummary { outcome.summary }

    /// Imports all rows and prints a summary.
    mutating func run(path: String, isFileNamed: Bool, noun: Phrase, isDryRun: Bool) async throws(CommandFailure) -> ImportOutcome {
        do throws(CommandFailure) {
            while let step = try await steps.next() {
                try record(step, path, isFileNamed)
                progress.show(done: count.bytes, rows: summary.read)
                if Interruption.isRequested { break }
            }
            // After Ctrl-C, the pending rest is part of a row: leave it out.
            if !Interruption.isRequested { try record(try await steps.finish(), path, isFileNamed) }
        } catch {
            if summary.read > 0 { tell(noun, isDryRun, isWhole: false) }
            throw error
        }
        tell(noun, isDryRun, isWhole: !Interruption.isRequested)
        return outcome
    }

    private mutating func record(_ step: ImportStep, _ path: String, _ isFileNamed: Bool) throws(CommandFailure) {
        outcome.summary = outcome.summary + step.summary
        // safe: a dictionary
        for cargo in step.affectedCargos { outcome.affected[cargo.trackingId] = cargo }
        if listsCargos { outcome.bookings += step.kept.map { ImportedBooking(file: isFileNamed ? path : nil, row: $0) } }
        for issue in step.issues.map({ $0.named($0.path.map(column)) }) {
            try rejects?.write(issue, of: path)
            guard rejects == nil || session.console.isVerbose else { continue }
            shown += 1
            if shown <= Self.maximumShown || session.console.isVerbose { tell(issue) }
        }
    }

    private func tell(_ issue: ImportIssue) {
        progress.clear()
        let palette = session.console.notePalette
        let word =
            switch issue.verdict {
            case .rejected: palette(.bad, localized("rejected"))
            case .skipped: palette(.dim, localized("skipped"))
            case .warning: palette(.warning, localized("warning"))
            }
        let text = issue.text.count > 100 ? issue.text.prefix(100) + "…" : issue.text[...]
        let place = issue.path.map { localized(" at \($0)") } ?? ""
        session.console.note(
            issue.line > 0
                ? localized("line \(issue.line): \(word) \(issue.code)\(place): \(String(text).visible)")
                : "\(word) \(issue.code)\(place): \(String(text).visible)"
        )
    }

    private func tell(_ noun: Phrase, _ isDryRun: Bool, isWhole: Bool) {
        progress.clear()
        let console = session.console
        if shown > Self.maximumShown, !console.isVerbose {
            console.note(localized("… and \((shown - Self.maximumShown).grouped) more. Use --rejects FILE to record all of them."))
        }
        let parts = [
            (summary.added, localized("new")), (summary.updated, localized("updated")), (summary.renamed, localized("renamed")),
            (summary.unchanged, localized("unchanged")), (summary.skipped, localized("skipped")),
            (summary.rejected, localized("rejected")), (summary.warnings, localized("with warnings")),
        ]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
        let rows = localized(summary.read, one: "\(summary.read.grouped) row", other: "\(summary.read.grouped) rows")
        let (what, extent) = (localized(noun), rows + (counts.isEmpty ? "" : " (\(counts))"))
        console.note(
            (isDryRun
                ? localized("Would import \(what): \(extent)")
                : isWhole ? localized("Imported \(what): \(extent)") : localized("Stopped importing \(what): \(extent)"))
                + ProgressBar.pace(rows: summary.read, milliseconds: progress.elapsed)
                + (isDryRun ? localized("; nothing was written") : "")
        )
    }
}

extension ImportSummary {
    /// How many of the rows are in the store now.
    var kept: Int { read - rejected - skipped }

    static let layout = Layout<ImportSummary>(
        .init("READ", "read") { String($0.read) },
        .init("ADDED", "added") { String($0.added) },
        .init("UPDATED", "updated") { String($0.updated) },
        .init("RENAMED", "renamed") { String($0.renamed) },
        .init("UNCHANGED", "unchanged") { String($0.unchanged) },
        .init("SKIPPED", "skipped") { String($0.skipped) },
        .init("REJECTED", "rejected") { String($0.rejected) },
        .init("WARNINGS", "warnings") { String($0.warnings) }
    )
}
