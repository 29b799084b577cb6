/// The encoding of a record: one line of JSON.
///
///     {"~crc":"9ae0daaf","s":182734,"t":"cargo","id":"ABC123","v":5,"d":1,"cu":"ACME","vo":["V1"],"ne":["LATE"],"at":["DEHAM"],"du":1767225600000,"tx":[0,2],"n":1432,"e":[17,2],"doc":{…},"ev":[{…},{…}]}
///
/// - `~crc`: CRC-32C, as 8 lowercase hexadecimal digits, of everything after this field: from the `"` of `"s"` (byte 19 of the line) to the
///   newline, inclusive. The 11 fixed bytes around the digits are compared directly, so every bit of a line is checked.
/// - `s`: watermark; `t`: kind; `id`; `v`: version; `d`: schema of the document; `cu`: customer (optional).
/// - `vo`, `ne`, `at`, `du`: further keys (optional, `RecordKeys`).
/// - `tx`: position in a commit of several records (only in such commits).
/// - `n`: length of the document in bytes.
/// - `e`: sequence number of the first domain event, and the number of events. Absent without events, and so is `ev`.
/// - `doc`: the document. If `d` is 0 the document is gone, and `doc` is `{}` or states why (`EmptyDocument`, `JournalManifest`).
///
/// A mark has only `~crc`, `s` and `t`. Ids, kinds, customers and keys are printable ASCII without `"` and `\`.
enum RecordLine {
    /// The beginning of every line.
    ///
    /// It can't occur inside a JSON string, and no document has a key `~crc`.
    static let mark = Array("{\"~crc\":\"".utf8)
    /// The number of bytes before the part that the checksum covers.
    static let prefixLength = 19
    static let newline = UInt8(ascii: "\n")

    // MARK: Writing

    /// A record to write.
    ///
    /// `header.document` and `header.events` are ignored.
    struct Draft {
        var header: RecordHeader
        var document: [UInt8]
        /// The domain events, each a JSON object.
        var events: [[UInt8]]
    }

    /// Appends the line of a draft.
    ///
    /// Returns its header with the ranges and event count of the line.
    static func append(_ draft: Draft, to buffer: inout [UInt8]) -> RecordHeader {
        var header = draft.header
        let start = buffer.count
        startLine(watermark: header.watermark, in: &buffer)
        _ = appendHead(header, documentLength: draft.document.count, hasEvents: !draft.events.isEmpty, to: &buffer)
        if draft.events.isEmpty { header.firstSequence = 0 } else { appendDigits(of: header.firstSequence, to: &buffer) }
        let (document, events) = appendRest(draft.document, draft.events, to: &buffer)
        header.document = document.lowerBound - start..<document.upperBound - start
        header.eventCount = draft.events.count
        if let events { header.events = events.lowerBound - start..<events.upperBound - start }
        seal(from: start, in: &buffer)
        return header
    }

    /// Appends a line up to the watermark, inclusive.
    static func startLine(watermark: Int, in buffer: inout [UInt8]) {
        appendPrefix(to: &buffer)
        appendField("\"s\":", Int64(watermark), to: &buffer)
    }

    /// The ranges of the texts in a line's head.
    struct HeadTexts {
        var kind: Range<Int>
        var id: Range<Int>
        var customer: Range<Int>?
        var keys: Range<Int> = 0..<0
    }

    /// Appends what follows the watermark, up to the place of the first event's sequence number, or up to the document if there are no events.
    ///
    /// Uses the header's texts, version, schema, keys and batch.
    static func appendHead(_ header: RecordHeader, documentLength: Int, hasEvents: Bool, to buffer: inout [UInt8]) -> HeadTexts {
        let kind = appendText(",\"t\":\"", header.kind, to: &buffer)
        var texts = HeadTexts(kind: kind, id: appendText("\",\"id\":\"", header.id, to: &buffer))
        appendField("\",\"v\":", header.version, to: &buffer)
        appendField(",\"d\":", Int64(header.schema), to: &buffer)
        if let customer = header.customer {
            texts.customer = appendText(",\"cu\":\"", customer, to: &buffer)
            buffer.append(UInt8(ascii: "\""))
        }
        let keys = buffer.count
        buffer.append(contentsOf: header.keys.text.utf8)
        texts.keys = keys..<buffer.count
        if let batch = header.batch {
            appendField(",\"tx\":[", Int64(batch.index), to: &buffer)
            appendField(",", Int64(batch.count), to: &buffer)
            buffer.append(UInt8(ascii: "]"))
        }
        appendField(",\"n\":", Int64(documentLength), to: &buffer)
        if hasEvents { append(",\"e\":[", to: &buffer) }
        return texts
    }

    /// Appends the rest of a line, whose checksum is still missing then.
    ///
    /// Returns the ranges of the document and of the events.
    static func appendRest(
        _ document: [UInt8],
        _ events: [[UInt8]],
        to buffer: inout [UInt8]
    ) -> (document: Range<Int>, events: Range<Int>?) {
        if !events.isEmpty {
            appendField(",", Int64(events.count), to: &buffer)
            buffer.append(UInt8(ascii: "]"))
        }
        append(",\"doc\":", to: &buffer)
        let documentStart = buffer.count
        buffer.append(contentsOf: document)
        let documentEnd = buffer.count
        var range: Range<Int>?
        if !events.isEmpty {
            append(",\"ev\":", to: &buffer)
            let start = buffer.count
            for (place, event) in events.enumerated() {
                buffer.append(UInt8(ascii: place == 0 ? "[" : ","))
                buffer.append(contentsOf: event)
            }
            buffer.append(UInt8(ascii: "]"))
            range = start..<buffer.count
        }
        append("}\n", to: &buffer)
        return (documentStart..<documentEnd, range)
    }

    /// Encodes a mark: everything before `watermark` is on disk.
    static func mark(watermark: Int) -> [UInt8] {
        var buffer: [UInt8] = []
        startLine(watermark: watermark, in: &buffer)
        _ = appendText(",\"t\":\"", RecordHeader.markKind, to: &buffer)
        append("\"}\n", to: &buffer)
        seal(from: 0, in: &buffer)
        return buffer
    }

    /// Appends the checksum field with zeros in place of the digits.
    static func appendPrefix(to buffer: inout [UInt8]) {
        buffer.append(contentsOf: mark)
        buffer.append(contentsOf: "00000000\",".utf8)
    }

    /// Fills in the checksum of a line, or of any text that begins with the prefix.
    static func seal(from start: Int, in buffer: inout [UInt8]) {
        buffer.withUnsafeMutableBytes { buffer in
            let checksum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: buffer[(start + prefixLength)...]))
            for place in 0..<8 { buffer[start + mark.count + place] = digit(place, of: checksum) }
        }
    }

    /// Returns a checksum as 8 lowercase hexadecimal digits.
    static func digits(of checksum: UInt32) -> [UInt8] {
        (0..<8).map { digit($0, of: checksum) }
    }

    private static func digit(_ place: Int, of checksum: UInt32) -> UInt8 {
        let digit = UInt8(checksum >> UInt32(28 - 4 * place) & 0xF)
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    /// Whether a text is valid as an id, kind, customer or key: 1 to 1023 bytes of printable ASCII without `"` and `\`.
    static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 1023 && bytes.allSatisfy { isPlain($0) }
    }

    static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }

    private static func append(_ text: StaticString, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text and returns its range, which doesn't include `start`.
    private static func appendText(_ start: StaticString, _ text: String, to buffer: inout [UInt8]) -> Range<Int> {
        append(start, to: &buffer)
        let first = buffer.count
        buffer.append(contentsOf: text.utf8)
        return first..<buffer.count
    }

    private static func appendField(_ name: StaticString, _ number: Int64, to buffer: inout [UInt8]) {
        append(name, to: &buffer)
        appendDigits(of: number, to: &buffer)
    }

    static func appendDigits(of number: Int64, to buffer: inout [UInt8]) {
        if number < 10 { return buffer.append(UInt8(ascii: "0") + UInt8(number)) }
        appendDigits(of: number / 10, to: &buffer)
        buffer.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
