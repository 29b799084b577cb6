#if CLI
/// How data is printed.
enum OutputFormat: String, CaseIterable {
    /// For people.
    case table
    /// One JSON value: an object, or a list.
    case json
    /// One JSON object a line.
    case ndjson
    /// Comma-separated values with a header (RFC 4180).
    case csv
}
#endif
