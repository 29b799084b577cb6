/// Reads comma-separated values (RFC 4180) record by record in constant memory.
///
/// The separator may be another byte than a comma; a first line such as `sep=;`, which Excel understands, names it. Fields may be quoted. Within
/// quotes, separators and line ends are literal, and a doubled quote is a quote. A line ends with LF, CRLF or a lone CR. A byte order mark at the start and empty lines are skipped. A record that breaks
/// these rules is returned with its defect, and reading continues after it.
package struct CSVReader<Source: ByteSource> {
    /// The maximum number of bytes of a record; a longer one is read to its end but not kept.
    package static var maximumRecordSize: Int { 1 << 20 }
    /// The number of bytes kept for reports of a record that is too long or has an unclosed quote.
    package static var shownSize: Int { 4096 }

    private enum FieldState {
        case start
        case plain
        case quoted
        case quoteInQuotes
    }

    /// Nil until the first line has told it.
    private var separator: UInt8?
    private var hasStarted = false
    private var bytes: ByteReader<Source>
    private var line = 1
    private var raw: [UInt8] = []
    private var field: [UInt8] = []
    private var isTooLong = false

    /// Whether a record that isn't valid UTF-8 is read as Windows-1252, of which Latin-1's printable characters are a part, instead of being a defect.
    ///
    /// This is decided for each record, so a stream is read in one pass.
    var readsWindows1252 = false

    /// Whether reading can start without waiting; the rest of a started record may still require waiting.
    package var isReady: Bool { bytes.isReady }

    /// - Parameter separator: the byte between two fields; nil for the one of comma, semicolon, tab and vertical bar that the first line has
    ///   most of outside quotes.
    package init(_ source: Source, separator: UInt8? = UInt8(ascii: ",")) {
        bytes = ByteReader(source)
        self.separator = separator
    }

    /// Returns the next record, or nil at the end.
    package mutating func next() throws(ByteSourceFailure) -> CSVRecord? {
        while let first = try bytes.peek() {
            guard first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r") else {
                if try readSeparator() { continue }
                return try record()
            }
            bytes.advance()
            try endLine(with: first, isKept: false)
        }
        return nil
    }

    /// Tells what a file is that isn't text of rows; nil for all others.
    package mutating func foreignFormat() throws(ByteSourceFailure) -> ForeignFormat? { ForeignFormat(firstLine: try bytes.firstLine()) }

    /// Consumes the text of a first line that names the separator; finds the separator if neither it nor the caller does.
    /// - Returns: whether there was such a line.
    private mutating func readSeparator() throws(ByteSourceFailure) -> Bool {
        if hasStarted { return false }
        hasStarted = true
        let line = try bytes.firstLine()
        if let named = FieldSeparator.named(by: line) {
            separator = named
            bytes.advance(line.count)
            return true
        }
        if separator == nil { separator = FieldSeparator.mostFrequent(in: line) }
        return false
    }

    private mutating func record() throws(ByteSourceFailure) -> CSVRecord {
        raw.removeAll(keepingCapacity: true)
        isTooLong = false
        let firstLine = line
        var fields: [String] = []
        var defect: RowDefect?
        var isWindows1252 = false
        var isLast = false
        while !isLast {
            field.removeAll(keepingCapacity: true)
            let found = try readField(isLast: &isLast)
            defect = defect ?? found
            if defect != nil || isTooLong { continue }
            if !isWindows1252, let text = String(validating: field, as: UTF8.self) {
                fields.append(text)
            } else if readsWindows1252 {
                // The record's earlier fields may have been valid UTF-8 by chance.
                if !isWindows1252 { fields = fields.map { Windows1252.text($0.utf8) } }
                isWindows1252 = true
                fields.append(Windows1252.text(field))
            } else {
                defect = .encoding
            }
        }
        if isTooLong { defect = .tooLong }
        let isCut = defect == .tooLong || defect == .openQuote
        let shown = isCut ? raw.prefix(Self.shownSize) : raw[...]
        return CSVRecord(
            line: firstLine,
            fields: defect == nil ? fields : [],
            text: isWindows1252 ? Windows1252.text(shown) : String(decoding: shown, as: UTF8.self),
            defect: defect
        )
    }

    /// Reads a field and its terminator: a separator, a line end (not kept) or the end of the file.
    private mutating func readField(isLast: inout Bool) throws(ByteSourceFailure) -> RowDefect? {
        var state = FieldState.start
        var defect: RowDefect?
        while let byte = try bytes.peek() {
            bytes.advance()
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            switch state {
            case .quoted:
                keep(byte)
                if byte == UInt8(ascii: "\"") {
                    state = .quoteInQuotes
                } else {
                    add(byte)
                    if isLineEnd { try endLine(with: byte, isKept: true) }
                }
            case .quoteInQuotes where byte == UInt8(ascii: "\""):
                keep(byte)
                add(byte)
                state = .quoted
            case .start, .plain, .quoteInQuotes:
                if isLineEnd {
                    try endLine(with: byte, isKept: false)
                    isLast = true
                    return defect
                }
                keep(byte)
                if byte == separator { return defect }
                if state == .start, byte == UInt8(ascii: "\"") {
                    state = .quoted
                } else {
                    if state == .quoteInQuotes || byte == UInt8(ascii: "\"") { defect = .strayQuote }
                    state = .plain
                    add(byte)
                }
            }
        }
        isLast = true
        return state == .quoted ? .openQuote : defect
    }

    private mutating func keep(_ byte: UInt8) {
        if raw.count < Self.maximumRecordSize { raw.append(byte) } else { isTooLong = true }
    }

    private mutating func add(_ byte: UInt8) {
        if !isTooLong { field.append(byte) }
    }

    /// Counts a line and consumes the LF of a CRLF.
    private mutating func endLine(with byte: UInt8, isKept: Bool) throws(ByteSourceFailure) {
        line += 1
        guard byte == UInt8(ascii: "\r"), try bytes.peek() == UInt8(ascii: "\n") else { return }
        bytes.advance()
        if isKept {
            keep(UInt8(ascii: "\n"))
            add(UInt8(ascii: "\n"))
        }
    }
}
