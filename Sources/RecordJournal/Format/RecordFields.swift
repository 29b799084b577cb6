#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A record's header whose texts are bytes of the line.
///
/// Valid only during one call.
package struct RecordFields {
    /// The whole line; empty if the fields weren't read from a line.
    var line = UnsafeRawBufferPointer(start: nil, count: 0)
    var watermark = 0
    /// The name of the kind.
    package var kind: UnsafeRawBufferPointer
    /// The id of the record.
    package var id = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The version, starting at 1.
    package var version: Int64 = 0
    /// The schema version of the document; 0 if it is gone.
    package var schema = 0
    /// The second key; nil if the record has none.
    package var customer: UnsafeRawBufferPointer?
    /// What else the record is found by.
    var keys = KeyBytes()
    var batch: RecordHeader.Batch?
    var firstSequence: Int64 = 0
    var eventCount = 0
    var document: Range<Int> = 0..<0
    var events: Range<Int> = 0..<0
    /// The result of the sink's examination.
    var isSound = true

    /// Whether the record says that its id was removed.
    package var isRemoved: Bool { schema == JournalKind.removedSchema }
    /// The document's bytes: canonical JSON.
    package var documentBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[document]) }

    /// Copies the line into a record.
    package func record() -> JournalRecord { JournalRecord(header: header(), line: Array(line)) }

    /// Returns whether the header has these keys.
    package func has(_ keys: RecordKeys) -> Bool { Self.isSame(self.keys.bytes, keys.text) }

    /// Whether bytes are those of a text.
    package static func isSame(_ bytes: UnsafeRawBufferPointer, _ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            guard text.count == bytes.count, let first = text.baseAddress, let other = bytes.baseAddress else {
                return text.isEmpty && bytes.isEmpty
            }
            return memcmp(first, other, text.count) == 0
        }
    }

    /// Marks are the only kind whose name begins with `~`.
    var isMark: Bool { kind.count > 0 && kind[0] == UInt8(ascii: "~") && kind.elementsEqual(RecordHeader.markKind.utf8) }

    /// Copies the fields into a header.
    func header() -> RecordHeader {
        func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
        var header = RecordHeader(watermark: watermark, kind: text(kind), id: text(id), version: version, schema: schema)
        header.customer = customer.map(text)
        header.keys = RecordKeys(text: text(keys.bytes))
        header.batch = batch
        header.firstSequence = firstSequence
        header.eventCount = eventCount
        header.document = document
        header.events = events
        return header
    }
}

extension RecordHeader {
    /// Calls the body with the header's texts as bytes.
    func withFields<Value>(_ body: (RecordFields) -> Value) -> Value {
        var (kind, id, customer, keys) = (kind, id, customer ?? "", keys.text)
        return kind.withUTF8 { kind in
            id.withUTF8 { id in
                customer.withUTF8 { customer in
                    keys.withUTF8 { keys in
                        var fields = RecordFields(kind: UnsafeRawBufferPointer(kind), id: UnsafeRawBufferPointer(id))
                        fields.watermark = watermark
                        fields.version = version
                        fields.schema = schema
                        if self.customer != nil { fields.customer = UnsafeRawBufferPointer(customer) }
                        fields.keys = KeyBytes(bytes: UnsafeRawBufferPointer(keys))
                        fields.batch = batch
                        fields.firstSequence = firstSequence
                        fields.eventCount = eventCount
                        fields.document = document
                        fields.events = events
                        return body(fields)
                    }
                }
            }
        }
    }
}
