public import CargoDomain

/// A use case that takes a file's rows, a chunk at a time, so that a file of any length needs the memory of one chunk.
///
/// Each row stands on its own: good rows are kept, bad ones are reported and change nothing. The same file again changes nothing. A dry
/// run judges everything and writes nothing.
///
/// ```swift
/// var rows = ImportLocations(environment)
/// while let chunk = try reader.next(1000) { show(try await rows.take(chunk).get()) }
/// show(try await rows.finish().get())
/// ```
public protocol RowImport: Sendable {
    /// Takes the next rows of the file, in order.
    /// - Returns: what became of them, as far as that is settled; a failure of the store ends the import, and what was kept stays kept.
    mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError>

    /// Settles what is still open at the end of the file.
    mutating func finish() async -> Result<ImportStep, DomainError>
}

/// What became of some rows of a file.
public struct ImportStep: Hashable, Sendable {
    /// How many rows ended how.
    public var summary = ImportSummary()
    /// What there is to say of single rows, by line.
    public var issues: [ImportIssue] = []
    /// The rows that are kept, by line, where the import tells of them one by one.
    public var kept: [KeptRow] = []

    /// A row that is kept.
    public struct KeptRow: Hashable, Sendable {
        /// The 1-based line of the file on which it starts.
        public let line: Int
        /// Whether what it says was not known before.
        public let isNew: Bool
    }

    /// Nothing yet.
    public init() {}

    mutating func report(_ row: ImportRow, _ code: String, _ verdict: ImportIssue.Verdict, path: String? = nil) {
        issues.append(ImportIssue(line: row.line, code: code, path: path, text: row.text, verdict: verdict))
        switch verdict {
        case .rejected: summary.rejected += 1
        case .skipped: summary.skipped += 1
        case .warning: summary.warnings += 1
        }
    }

    /// Counts a row that is kept, and remembers it.
    mutating func keep(_ row: ImportRow, isNew: Bool) {
        kept.append(KeptRow(line: row.line, isNew: isNew))
        if isNew { summary.added += 1 } else { summary.unchanged += 1 }
    }

    /// Reports a row that was refused; a request with several bad fields is reported for the first.
    mutating func reject(_ row: ImportRow, _ error: DomainError) {
        if let field = error.fields.first {
            report(row, field.code.rawValue, .rejected, path: field.path)
        } else {
            report(row, error.code.rawValue, .rejected)
        }
    }
}

/// How many rows of a file ended how.
public struct ImportSummary: Hashable, Sendable {
    /// Rows read.
    public var read = 0
    /// What is new now: locations, voyages or handling events.
    public var added = 0
    /// What was there already and is as it was.
    public var unchanged = 0
    /// Locations that have another name now.
    public var renamed = 0
    /// Rows that are not kept, because something is wrong with them.
    public var rejected = 0
    /// Rows that are not kept, because they are not meant to be.
    public var skipped = 0
    /// Rows that are kept although something in them is wrong.
    public var warnings = 0

    /// Nothing yet.
    public init() {}

    /// Adds up two counts.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.read += right.read
        sum.added += right.added
        sum.unchanged += right.unchanged
        sum.renamed += right.renamed
        sum.rejected += right.rejected
        sum.skipped += right.skipped
        sum.warnings += right.warnings
        return sum
    }
}

extension DomainError {
    /// Whether the failure is this row's own, so that the import can go on with the next.
    var concernsOneRow: Bool {
        switch tier {
        case .validation, .domain: code != .concurrencyConflict
        case .technical: code == .corruptRecord
        }
    }
}
