import CargoDomain
package import CargoWire

/// Reads the rows of a JSON Lines file.
///
/// Each line is an object whose members are the row's fields, unchanged.
package struct JSONLineRowReader<Source: ByteSource> {
    private var lines: TextLineReader<Source>
    private var hasStarted = false

    /// Whether reading can start without waiting; the rest of a started record may still require waiting.
    package var isReady: Bool { lines.isReady }

    package init(_ source: Source) { lines = TextLineReader(source) }

    /// Returns the next row, or nil at the end.
    package mutating func next() throws(ImportReaderFailure) -> ImportRow? {
        if !hasStarted {
            hasStarted = true
            try refuseForeignFormat()
        }
        do throws(ByteSourceFailure) {
            guard let line = try lines.next() else { return nil }
            return ImportRow(line: line.line, text: line.text, content: Self.content(line.text, line.defect))
        } catch {
            throw .source(error)
        }
    }

    private mutating func refuseForeignFormat() throws(ImportReaderFailure) {
        let format: ForeignFormat?
        do throws(ByteSourceFailure) { format = try lines.foreignFormat() } catch { throw .source(error) }
        if let format { throw .format(format) }
    }

    private static func content(_ text: String, _ defect: RowDefect?) -> ImportRow.Content {
        if let defect { return .malformed(code: defect.rawValue) }
        do throws(DomainError) {
            let value = try JSONParser.parse(text, hugeIntegers: .kept)
            guard case .object = value else { return .malformed(code: DomainError.Code.shapeInvalid.rawValue) }
            return .fields(value)
        } catch {
            return .malformed(code: error.code.rawValue)
        }
    }
}
