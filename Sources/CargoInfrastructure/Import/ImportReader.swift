package import CargoWire

/// Reads the rows of a CSV or JSON Lines file in chunks.
package struct ImportReader<Source: ByteSource> {
    // Exactly one of the two is non-nil.
    private var csv: CSVRowReader<Source>?
    private var jsonLines: JSONLineRowReader<Source>?
    private var failure: ImportReaderFailure?

    /// Reads comma-separated values with these columns, or with the names and the separator of a mapping.
    package init(csv source: Source, _ columns: ImportColumns, _ mapping: ImportMapping = .standard) {
        csv = CSVRowReader(source, columns, mapping)
    }

    /// Reads lines of JSON.
    package init(jsonLines source: Source) { jsonLines = JSONLineRowReader(source) }

    /// Returns the next rows, at most `limit`, and fewer if they are long; an empty array at the end.
    ///
    /// Returns the rows that are available instead of waiting for more. If reading fails, returns the rows read before the failure and throws on
    /// the next call.
    package mutating func next(_ limit: Int) throws(ImportReaderFailure) -> [ImportRow] {
        if let failure { throw failure }
        var rows: [ImportRow] = []
        var size = 0
        do throws(ImportReaderFailure) {
            while rows.count < limit, size < Self.maximumSize, rows.isEmpty || isReady, let row = try nextRow() {
                rows.append(row)
                size += row.text.utf8.count
            }
        } catch {
            guard !rows.isEmpty else { throw error }
            failure = error
        }
        return rows
    }

    /// The size in bytes from which on no row is added to a chunk.
    private static var maximumSize: Int { 4 << 20 }

    private var isReady: Bool { csv?.isReady ?? jsonLines?.isReady ?? true }

    private mutating func nextRow() throws(ImportReaderFailure) -> ImportRow? {
        csv == nil ? try jsonLines?.next() : try csv?.next()
    }
}
