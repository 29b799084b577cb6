package import CargoWire

/// Reads the rows of a file in either format, a chunk at a time.
package struct ImportReader<Source: ByteSource> {
    // One of the two is there.
    private var csv: CSVRowReader<Source>?
    private var jsonLines: JSONLineRowReader<Source>?
    private var failure: ImportReaderFailure?

    /// Reads comma-separated values with these columns.
    package init(csv source: Source, _ columns: ImportColumns) { csv = CSVRowReader(source, columns) }

    /// Reads lines of JSON.
    package init(jsonLines source: Source) { jsonLines = JSONLineRowReader(source) }

    /// The next rows, no more than `limit`; none at the end.
    ///
    /// Gives what there is rather than wait for more. Rows that were read before a failure are given first, and the failure next time.
    package mutating func next(_ limit: Int) throws(ImportReaderFailure) -> [ImportRow] {
        if let failure { throw failure }
        var rows: [ImportRow] = []
        do throws(ImportReaderFailure) {
            while rows.count < limit, rows.isEmpty || isReady, let row = try nextRow() { rows.append(row) }
        } catch {
            guard !rows.isEmpty else { throw error }
            failure = error
        }
        return rows
    }

    private var isReady: Bool { csv?.isReady ?? jsonLines?.isReady ?? true }

    private mutating func nextRow() throws(ImportReaderFailure) -> ImportRow? {
        csv == nil ? try jsonLines?.next() : try csv?.next()
    }
}
