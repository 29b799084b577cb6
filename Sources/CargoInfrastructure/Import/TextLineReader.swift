/// Reads a file line by line in constant memory.
///
/// LF, CRLF or a lone CR ends a line; a byte order mark and empty lines are skipped.
package struct TextLineReader<Source: ByteSource> {
    /// The maximum number of bytes of a line; a longer one is read to its end but not kept.
    package static var maximumLineSize: Int { 1 << 20 }

    private var bytes: ByteReader<Source>
    private var line = 0
    private var raw: [UInt8] = []

    /// Whether reading can start without waiting; the rest of a started record may still require waiting.
    package var isReady: Bool { bytes.isReady }

    package init(_ source: Source) { bytes = ByteReader(source) }

    /// Tells what a file is that isn't text of lines; nil for all others.
    package mutating func foreignFormat() throws(ByteSourceFailure) -> ForeignFormat? { ForeignFormat(firstLine: try bytes.firstLine()) }

    /// Returns the next line that isn't blank, or nil at the end.
    /// - Returns: the 1-based line number, the text, and the defect if there is one.
    package mutating func next() throws(ByteSourceFailure) -> (line: Int, text: String, defect: RowDefect?)? {
        while try bytes.peek() != nil {
            let isTooLong = try readLine()
            if isTooLong { return (line, String(decoding: raw.prefix(4096), as: UTF8.self), .tooLong) }
            if raw.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            guard let text = String(validating: raw, as: UTF8.self) else { return (line, String(decoding: raw, as: UTF8.self), .encoding) }
            return (line, text, nil)
        }
        return nil
    }

    private mutating func readLine() throws(ByteSourceFailure) -> Bool {
        raw.removeAll(keepingCapacity: true)
        line += 1
        var isTooLong = false
        while let byte = try bytes.peek() {
            bytes.advance()
            if byte == UInt8(ascii: "\n") { break }
            if byte == UInt8(ascii: "\r") {
                if try bytes.peek() == UInt8(ascii: "\n") { bytes.advance() }
                break
            }
            if raw.count < Self.maximumLineSize { raw.append(byte) } else { isTooLong = true }
        }
        return isTooLong
    }
}
