import CargoDomain
package import CargoWire

/// Reads the rows of a CSV file, and names their values by column.
///
/// A header names the columns, case-insensitively. Only UNECE's code list may lack it (``CodeListLayout``), and may have further headers, each of which
/// applies to the rows that follow. Trims values, and converts values to upper case if the column requires it.
package struct CSVRowReader<Source: ByteSource> {
    private let columns: ImportColumns
    private var records: CSVReader<Source>
    private let mapping: ImportMapping
    /// The kit's names of the columns whose values are converted to upper case.
    private let folded: Set<String>
    private var header: Header?

    /// Whether reading can start without waiting; the rest of a started record may still require waiting.
    package var isReady: Bool { records.isReady }

    /// - Parameter mapping: unless it is `standard`, the file has the first of the layouts, as the mapping says.
    package init(_ source: Source, _ columns: ImportColumns, _ mapping: ImportMapping = .standard) {
        records = CSVReader(source, separator: mapping.separator)
        self.columns = mapping == .standard ? columns : columns.mapped(by: mapping)
        self.mapping = mapping
        folded = Set(columns.layouts.flatMap(\.columns).filter(\.isFolded).map(\.name))
    }

    /// Returns the next row, or nil at the end.
    ///
    /// The first call reads the header, or finds that there is none.
    package mutating func next() throws(ImportReaderFailure) -> ImportRow? {
        if header == nil {
            try refuseForeignFormat()
            if let row = try readStart() { return row }
        }
        while let header, let record = try nextRecord() {
            guard header.isCodeList, let newer = laterHeader(record, header) else { return row(record, header) }
            self.header = newer
        }
        return nil
    }

    /// The values of a record, as the mapping says them.
    private func mapped(_ fields: [String], _ cells: [Cell]) -> [Input.Member] {
        mapping.applied(to: cells.map { ($0.name, $0.value(in: fields)) }).map { (name, value) in
            Input.Member(name: name, value: .text(folded.contains(name) ? value.inUpperCase : value))
        }
    }

    private mutating func refuseForeignFormat() throws(ImportReaderFailure) {
        let format: ForeignFormat?
        do throws(ByteSourceFailure) { format = try records.foreignFormat() } catch { throw .source(error) }
        if let format { throw .format(format) }
    }

    private mutating func nextRecord() throws(ImportReaderFailure) -> CSVRecord? {
        do throws(ByteSourceFailure) {
            return try records.next()
        } catch {
            throw .source(error)
        }
    }

    private func row(_ record: CSVRecord, _ header: Header) -> ImportRow {
        let (fields, count) = (record.fields, record.fields.count)
        let defect: RowDefect? =
            record.defect
            ?? (count < header.count && !Self.isHeading(fields, header) ? .tooFewFields : count > header.count ? .tooManyFields : nil)
        if let defect { return ImportRow(line: record.line, text: record.text, content: .malformed(code: defect.rawValue)) }
        let members =
            mapping.ignoresOthers
            ? mapped(fields, header.cells)
            : header.cells.map { cell in
                let value = cell.value(in: fields)
                return Input.Member(name: cell.name, value: .text(cell.isFolded ? value.inUpperCase : value))
            }
        return ImportRow(line: record.line, text: record.text, content: .fields(.object(members)))
    }

    /// Whether a record of a code list is a heading or a former name, which may end with its name.
    private static func isHeading(_ fields: [String], _ header: Header) -> Bool {
        guard header.isCodeList, let place = header.cell("Location"), let name = header.cell("Name") else { return false }
        return place.index < fields.count && place.value(in: fields).isEmpty && !name.value(in: fields).isEmpty
    }

    // MARK: Headers

    /// Reads the first record: a header, or a row of the code list, which is returned.
    private mutating func readStart() throws(ImportReaderFailure) -> ImportRow? {
        records.readsWindows1252 = columns.codeList != nil
        let record = try nextRecord()
        if let record, let codeList = columns.codeList, CodeListLayout.isRow(record.fields) {
            let names = codeList.columns.map(\.header)
            let header = Header(names, codeList, count: max(names.count, record.fields.count))
            self.header = header
            return row(record, header)
        }
        let names = record?.fields.map(\.trimmedASCII) ?? []
        guard let header = columns.layouts.lazy.compactMap({ Header(names, fitting: $0) }).first else {
            throw .header(HeaderFailure(names, columns, found: record))
        }
        records.readsWindows1252 = header.isCodeList
        self.header = header
        return nil
    }

    /// The record as a header that replaces the code list's present one, if it is one.
    private func laterHeader(_ record: CSVRecord, _ header: Header) -> Header? {
        guard let country = header.cell("Country"), !CodeListLayout.isCountry(country.value(in: record.fields)) else { return nil }
        return columns.codeList.flatMap { Header(record.fields.map(\.trimmedASCII), fitting: $0) }
    }
}

/// A column of a file.
private struct Cell {
    let name: String
    let index: Int
    let isFolded: Bool

    /// The value of a record in this column, trimmed; empty if the record ends before it.
    func value(in fields: [String]) -> String {
        // safe: an index isn't negative
        index < fields.count ? fields[index].trimmedASCII : ""
    }
}

/// The columns of a file.
private struct Header {
    /// The columns that are imported, ordered by name.
    let cells: [Cell]
    let count: Int
    let isCodeList: Bool

    init(_ names: [String], _ layout: ImportColumns.Layout, count: Int) {
        let cells = names.enumerated().compactMap { index, name in
            layout.columns.first { $0.header.isEqualInASCII(to: name) }.map { Cell(name: $0.name, index: index, isFolded: $0.isFolded) }
        }
        self.cells = cells.sorted { $0.name.precedesByUTF16($1.name) }
        self.count = count
        isCodeList = layout.isCodeList
    }

    /// Returns nil if the names aren't a header of the layout.
    init?(_ names: [String], fitting layout: ImportColumns.Layout) {
        let unexpected = layout.unexpected(in: names, ignoringOthers: layout.ignoresOthers)
        guard unexpected.isEmpty, layout.missing(in: names).isEmpty else { return nil }
        self.init(names, layout, count: names.count)
    }

    func cell(_ name: String) -> Cell? { cells.first { $0.name == name } }
}

extension HeaderFailure {
    /// Compares names with the layout that shares most of them, or with the usual one if none does.
    fileprivate init(_ names: [String], _ columns: ImportColumns, found record: CSVRecord?) {
        let layouts = columns.layouts
        let nearest = layouts.min { $0.unexpected(in: names).count < $1.unexpected(in: names).count } ?? columns.usual
        self.init(
            expected: nearest.columns.map(\.header),
            allowsCodeList: columns.codeList != nil,
            missing: nearest.missing(in: names),
            unexpected: nearest.unexpected(in: names, ignoringOthers: nearest.ignoresOthers),
            found: record?.text,
            line: record?.line ?? 1
        )
    }
}

extension ImportColumns.Layout {
    /// The names of required columns that aren't among the names.
    fileprivate func missing(in names: [String]) -> [String] {
        let found = Set(names.map(\.inUpperCase))
        return columns.filter { $0.isRequired && !found.contains($0.header.inUpperCase) }.map(\.header)
    }

    /// The names that are repeated or, unless they are ignored, of no column.
    fileprivate func unexpected(in names: [String], ignoringOthers: Bool = false) -> [String] {
        let known = Set(columns.map(\.header.inUpperCase))
        var seen: Set<String> = []
        return names.filter { name in
            let folded = name.inUpperCase
            return known.contains(folded) ? !seen.insert(folded).inserted : !ignoringOthers || refused.contains(folded)
        }
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

    fileprivate func isEqualInASCII(to other: String) -> Bool { inUpperCase.utf8.elementsEqual(other.inUpperCase.utf8) }
}
