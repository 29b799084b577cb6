/// Reads comma-separated values as RFC 4180 has them, record by record, in constant memory.
///
/// Fields may be quoted; in quotes a comma, a line end and a doubled quote stand for themselves. A line ends with LF, CRLF or a lone CR. A
/// byte order mark at the start is skipped, and so is a line with nothing on it. A record that breaks these rules is given all the same,
/// with what is wrong with it, and reading goes on after it.
package struct CSVReader<Source: ByteSource> {
    /// The most bytes that a record may have; a longer one is read to its end, but not kept.
    package static var greatestRecordSize: Int { 1 << 20 }
    /// How much is shown of a record that is too long, or whose quote is never closed.
    package static var shownSize: Int { 4096 }

    private enum FieldState {
        case start
        case plain
        case quoted
        case quoteInQuotes
    }

    private var bytes: ByteReader<Source>
    private var line = 1
    private var raw: [UInt8] = []
    private var field: [UInt8] = []
    private var isTooLong = false

    /// Whether there is something to read at once; the rest of what has begun may still have to be waited for.
    package var isReady: Bool { bytes.isReady }

    package init(_ source: Source) { bytes = ByteReader(source) }

    /// The next record, nil at the end.
    package mutating func next() throws(ByteSourceFailure) -> CSVRecord? {
        while let first = try bytes.peek() {
            guard first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r") else { return try record() }
            bytes.advance()
            try endLine(with: first, isKept: false)
        }
        return nil
    }

    private mutating func record() throws(ByteSourceFailure) -> CSVRecord {
        raw.removeAll(keepingCapacity: true)
        isTooLong = false
        let firstLine = line
        var fields: [String] = []
        var defect: RowDefect?
        var isLast = false
        while !isLast {
            field.removeAll(keepingCapacity: true)
            let found = try readField(isLast: &isLast)
            defect = defect ?? found
            if defect != nil || isTooLong { continue }
            if let text = String(validating: field, as: UTF8.self) { fields.append(text) } else { defect = .encoding }
        }
        if isTooLong { defect = .tooLong }
        let isCut = defect == .tooLong || defect == .openQuote
        return CSVRecord(
            line: firstLine,
            fields: defect == nil ? fields : [],
            text: String(decoding: isCut ? raw.prefix(Self.shownSize) : raw[...], as: UTF8.self),
            defect: defect
        )
    }

    /// Reads a field and what ends it: a comma, a line end (which is not kept) or the end of the file.
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
                if byte == UInt8(ascii: ",") { return defect }
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
        if raw.count < Self.greatestRecordSize { raw.append(byte) } else { isTooLong = true }
    }

    private mutating func add(_ byte: UInt8) {
        if !isTooLong { field.append(byte) }
    }

    /// Counts a line and takes the second half of CRLF along.
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
