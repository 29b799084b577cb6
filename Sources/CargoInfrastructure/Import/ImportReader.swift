package import CargoApplication

/// Reads the rows of a file in either format, a chunk at a time.
package enum ImportReader<Source: ByteSource> {
    case csv(CSVRowReader<Source>)
    case jsonLines(JSONLineRowReader<Source>)

    /// The next rows, no more than `limit`; none at the end.
    package mutating func next(_ limit: Int) throws(ImportReaderFailure) -> [ImportRow] {
        var rows: [ImportRow] = []
        rows.reserveCapacity(limit)
        switch self {
        case .csv(var reader):
            defer { self = .csv(reader) }
            while rows.count < limit, let row = try reader.next() { rows.append(row) }
        case .jsonLines(var reader):
            defer { self = .jsonLines(reader) }
            while rows.count < limit, let row = try reader.next() { rows.append(row) }
        }
        return rows
    }
}
