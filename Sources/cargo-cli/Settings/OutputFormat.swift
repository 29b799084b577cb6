#if CLI
/// The format of printed data.
enum OutputFormat: String, CaseIterable {
    /// A table for people.
    case table
    /// One JSON value: an object or a list.
    case json
    /// One JSON object per line.
    case ndjson
    /// Comma-separated values with a header (RFC 4180).
    case csv

    /// Whether all output is for programs, and therefore English: JSON, errors included.
    var isForPrograms: Bool { self == .json || self == .ndjson }
}
#endif
