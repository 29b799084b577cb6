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
    /// The names of `vo` and `ne`, without the brackets; nil if the record has none.
    var voyages: UnsafeRawBufferPointer?
    var needs: UnsafeRawBufferPointer?
    var due: Int64?
    var batch: RecordHeader.Batch?
    var firstSequence: Int64 = 0
    var eventCount = 0
    var document: Range<Int> = 0..<0
    var events: Range<Int> = 0..<0
    /// The result of the sink's examination.
    var isSound = true

    /// The document's bytes: canonical JSON.
    package var documentBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[document]) }

    /// Copies the line into a record.
    package func record() -> JournalRecord { JournalRecord(header: header(), line: Array(line)) }

    /// Returns whether the header has these keys.
    package func has(_ keys: RecordKeys) -> Bool {
        func isAlike(_ bytes: UnsafeRawBufferPointer?, _ text: String?) -> Bool {
            guard let bytes, let text else { return bytes == nil && text == nil }
            return bytes.elementsEqual(text.utf8)
        }
        return isAlike(voyages, keys.voyages) && isAlike(needs, keys.needs) && due == keys.due
    }

    /// Marks are the only kind whose name begins with `~`.
    var isMark: Bool { kind.count > 0 && kind[0] == UInt8(ascii: "~") && kind.elementsEqual(RecordHeader.markKind.utf8) }

    /// Copies the fields into a header.
    func header() -> RecordHeader {
        func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
        var header = RecordHeader(watermark: watermark, kind: text(kind), id: text(id), version: version, schema: schema)
        header.customer = customer.map(text)
        header.keys.voyages = voyages.map(text)
        header.keys.needs = needs.map(text)
        header.keys.due = due
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
        var (kind, id, customer, voyages, needs) = (kind, id, customer ?? "", keys.voyages ?? "", keys.needs ?? "")
        return kind.withUTF8 { kind in
            id.withUTF8 { id in
                customer.withUTF8 { customer in
                    voyages.withUTF8 { voyages in
                        needs.withUTF8 { needs in
                            var fields = RecordFields(kind: UnsafeRawBufferPointer(kind), id: UnsafeRawBufferPointer(id))
                            fields.watermark = watermark
                            fields.version = version
                            fields.schema = schema
                            if self.customer != nil { fields.customer = UnsafeRawBufferPointer(customer) }
                            if keys.voyages != nil { fields.voyages = UnsafeRawBufferPointer(voyages) }
                            if keys.needs != nil { fields.needs = UnsafeRawBufferPointer(needs) }
                            fields.due = keys.due
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
}
