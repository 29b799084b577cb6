package import CargoWire

/// Reads the rows of a CSV file with a header, and names their values by column.
///
/// Matches column names case-insensitively, trims values, and converts values to upper case if the column requires it.
package struct CSVRowReader<Source: ByteSource> {
    private struct Cell {
        let name: String
        let index: Int
        let isFolded: Bool
    }

    private let columns: ImportColumns
    private let mapping: ImportMapping
    private var records: CSVReader<Source>
    private var header: (cells: [Cell], count: Int)?

    /// Whether reading can start without waiting; the rest of a started record may still require waiting.
    package var isReady: Bool { records.isReady }

    /// - Parameter mapping: unless it is `standard`, the file has the first of the layouts, with the names and the separator of the mapping.
    package init(_ source: Source, _ columns: ImportColumns, _ mapping: ImportMapping = .standard) {
        records = CSVReader(source, separator: mapping.separator)
        self.columns = mapping == .standard ? columns : columns.mapped(by: mapping)
        self.mapping = mapping
    }

    /// Returns the next row, or nil at the end.
    ///
    /// The first call reads the header.
    package mutating func next() throws(ImportReaderFailure) -> ImportRow? {
        if header == nil { header = try readHeader() }
        guard let header, let record = try nextRecord() else { return nil }
        let defect: RowDefect? =
            record.defect
            ?? (record.fields.count < header.count ? .tooFewFields : record.fields.count > header.count ? .tooManyFields : nil)
        if let defect { return ImportRow(line: record.line, text: record.text, content: .malformed(code: defect.rawValue)) }
        let members = header.cells.map { cell in
            // safe: the record has as many fields as the header, or it is refused above
            let value = record.fields[cell.index].trimmedASCII
            return Input.Member(name: cell.name, value: .text(cell.isFolded ? value.uppercasedASCII : value))
        }
        return ImportRow(line: record.line, text: record.text, content: .fields(.object(members)))
    }

    private mutating func nextRecord() throws(ImportReaderFailure) -> CSVRecord? {
        do throws(ByteSourceFailure) {
            return try records.next()
        } catch {
            throw .source(error)
        }
    }

    private mutating func readHeader() throws(ImportReaderFailure) -> (cells: [Cell], count: Int) {
        let record = try nextRecord()
        let names = record?.fields.map(\.trimmedASCII) ?? []
        let failures = columns.layouts.map { Self.compare(names, with: $0, mapping, found: record?.text) }
        guard let fitting = failures.firstIndex(where: { $0.missing.isEmpty && $0.unexpected.isEmpty }) else {
            // Reports against the layout that shares most columns with the header; the usual one if none does.
            let nearest = failures.indices.min { left, right in
                // safe: both are indices of failures
                failures[left].unexpected.count < failures[right].unexpected.count
            }
            // safe: there is at least one layout, so at least one failure
            throw .header(failures[nearest ?? 0])
        }
        let cells = names.enumerated().compactMap { index, name in
            // safe: fitting is an index of failures, which has one for each layout
            columns.layouts[fitting].first { $0.header.isEqualInASCII(to: name) }.map {
                Cell(name: $0.name, index: index, isFolded: $0.isFolded)
            }
        }
        return (cells.sorted { $0.name.precedesByUTF16($1.name) }, names.count)
    }

    private static func compare(
        _ names: [String],
        with layout: [ImportColumns.Column],
        _ mapping: ImportMapping,
        found: String?
    ) -> HeaderFailure {
        let known = Set(layout.map(\.header.uppercasedASCII))
        var seen: Set<String> = []
        let unexpected = names.filter { name in
            let folded = name.uppercasedASCII
            if mapping.ignoresOthers, !known.contains(folded) { return false }
            return !known.contains(folded) || !seen.insert(folded).inserted
        }
        let missing = layout.filter { $0.isRequired && !seen.contains($0.header.uppercasedASCII) }
        return HeaderFailure(expected: layout.map(\.header), missing: missing.map(\.header), unexpected: unexpected, found: found)
    }
}

extension String {
    /// The text without leading and trailing ASCII white space.
    var trimmedASCII: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return self }
        let bytes = utf8.drop(while: isSpace)
        guard let end = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
        // safe: end is an index of bytes
        return String(self[bytes.startIndex...end])
    }

    /// The text with `a` to `z` in upper case and all else unchanged.
    var uppercasedASCII: String {
        guard utf8.contains(where: { (0x61...0x7A).contains($0) }) else { return self }
        return String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }

    fileprivate func isEqualInASCII(to other: String) -> Bool { uppercasedASCII.utf8.elementsEqual(other.uppercasedASCII.utf8) }
}
