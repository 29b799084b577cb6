public import CargoApplication
public import CargoDomain

/// A use case that imports the rows of a file in chunks, so that memory doesn't depend on the file's length.
///
/// Rows are independent: valid rows are imported, invalid rows are reported and change nothing. Importing the same file again changes nothing. A
/// dry run checks every row and writes nothing.
///
/// ```swift
/// var rows = ImportLocations(kit)
/// while let chunk = try reader.next(1000) { show(try await rows.take(chunk).get()) }
/// show(try await rows.finish().get())
/// ```
public protocol RowImport: Sendable {
    /// Imports the next rows of the file, in order.
    /// - Returns: the outcome of the rows that are settled. If the store fails, the import ends with its error; rows that were imported stay
    ///   imported.
    @concurrent
    mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError>

    /// Settles the rows that are still open at the end of the file.
    @concurrent
    mutating func finish() async -> Result<ImportStep, DomainError>
}

/// The outcome of importing some rows of a file.
public struct ImportStep: Hashable, Sendable {
    /// The number of rows by outcome.
    public var summary = ImportSummary()
    /// Reports about single rows, ordered by line.
    public var issues: [ImportIssue] = []
    /// The imported rows, ordered by line, if the import reports them one by one.
    public var kept: [KeptRow] = []
    /// The cargos that rescheduled voyages affect, in the order of the voyages; the last entry of a cargo is its present state.
    public var affectedCargos: [AffectedCargo] = []

    /// An imported row.
    public struct KeptRow: Hashable, Sendable {
        /// The 1-based line of the file on which the row starts.
        public let line: Int
        /// Whether the row added something new.
        public let isNew: Bool
        /// Whether the row changed something that was there before.
        public let isUpdated: Bool
        /// The cargo that the row is about, if it is about one.
        public let trackingId: TrackingId?
    }

    /// Creates an empty value.
    public init() {}

    package mutating func report(_ row: ImportRow, _ code: String, _ verdict: ImportIssue.Verdict, path: String? = nil) {
        issues.append(ImportIssue(line: row.line, code: code, path: path, text: row.text, verdict: verdict))
        switch verdict {
        case .rejected: summary.rejected += 1
        case .skipped: summary.skipped += 1
        case .warning: summary.warnings += 1
        }
    }

    /// Counts and records an imported row.
    package mutating func keep(_ row: ImportRow, isNew: Bool, isUpdated: Bool = false, of trackingId: TrackingId? = nil) {
        kept.append(KeptRow(line: row.line, isNew: isNew, isUpdated: isUpdated, trackingId: trackingId))
        if isNew { summary.added += 1 } else if isUpdated { summary.updated += 1 } else { summary.unchanged += 1 }
    }

    /// Adds the outcome of other rows.
    mutating func add(_ other: ImportStep) {
        summary = summary + other.summary
        issues += other.issues
        kept += other.kept
        affectedCargos += other.affectedCargos
    }

    /// Reports a rejected row.
    ///
    /// If several fields are invalid, reports the first.
    package mutating func reject(_ row: ImportRow, _ error: DomainError) {
        if let field = error.fields.first {
            report(row, field.code.rawValue, .rejected, path: field.path)
        } else {
            report(row, error.code.rawValue, .rejected)
        }
    }
}

/// The number of rows of a file by outcome.
public struct ImportSummary: Hashable, Sendable {
    /// The rows read.
    public var read = 0
    /// The locations, voyages, handling events or bookings that were added.
    public var added = 0
    /// Those that existed and didn't change.
    public var unchanged = 0
    /// The locations that were renamed.
    public var renamed = 0
    /// The voyages that were rescheduled or described, and the booked cargos that got references.
    public var updated = 0
    /// The rows that weren't imported because they are invalid.
    public var rejected = 0
    /// The rows that aren't meant to be imported.
    public var skipped = 0
    /// The rows that were imported with a warning.
    public var warnings = 0

    /// Creates an empty value.
    public init() {}

    /// Adds two summaries.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.read += right.read
        sum.added += right.added
        sum.unchanged += right.unchanged
        sum.renamed += right.renamed
        sum.updated += right.updated
        sum.rejected += right.rejected
        sum.skipped += right.skipped
        sum.warnings += right.warnings
        return sum
    }
}
