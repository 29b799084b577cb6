/// A record as read from a segment, with a verified checksum.
package struct JournalRecord: Sendable {
    let header: RecordHeader
    let line: [UInt8]

    /// The name of the kind.
    package var kind: String { header.kind }
    /// The id of the record.
    package var id: String { header.id }
    /// The version, starting at 1.
    package var version: Int64 { header.version }
    /// The schema version of the document.
    package var schema: Int { header.schema }
    /// Whether the record says that its id was removed.
    package var isRemoved: Bool { schema == JournalKind.removedSchema }
    /// The second key; nil if the record has none.
    package var customer: String? { header.customer }
    /// What the record is found by besides that.
    package var keys: RecordKeys { header.keys }

    /// The document's bytes: canonical JSON.
    package var document: ArraySlice<UInt8> { line[header.document] }

    /// Calls the body with the document's bytes.
    package func withDocument<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
        try line.withRawBytes { (line) throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: line[header.document])) }
    }

    /// The bytes of each domain event, one JSON object each.
    ///
    /// Empty for a record whose events were lost to damage.
    package var events: [ArraySlice<UInt8>] {
        var events: [ArraySlice<UInt8>] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        var start = header.events.lowerBound
        for position in header.events {
            let byte = line[position]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 2 { start = position }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 1 { events.append(line[start...position]) }
            default: break
            }
        }
        return events
    }
}
