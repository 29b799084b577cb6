import CargoDomain

@testable import CargoInfrastructure
@testable import CargoWire
@testable import RecordJournal

/// Checks that journal lines, headers and aggregates that were read are written as the same bytes, and that the readers never crash.
enum RecordDecoderFuzz {
    /// Reads the bytes twice: as a line that gets a correct checksum, and as a line unchanged.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        var line: [UInt8] = []
        RecordLine.appendPrefix(to: &line)
        line.append(contentsOf: bytes.lazy.map { $0 == RecordLine.newline ? UInt8(ascii: " ") : $0 })
        line.append(RecordLine.newline)
        RecordLine.seal(from: 0, in: &line)
        guard line.withUnsafeBytes({ LineReader.isIntact($0) }) else { fatalError("a sealed line is not intact") }
        if let header = line.withUnsafeBytes({ LineReader.header(of: $0) }) { judge(header, line) }
        // Unchanged bytes must not crash the reader or the search for a single changed byte.
        let raw = Array(bytes)
        _ = raw.withUnsafeBytes { LineReader.header(of: $0) }
        if raw.count < 2_000, let repaired = LineRepair.header(of: raw[...]) { precondition(repaired.version >= 0) }
        do throws(JournalError) { _ = try JournalManifest(bytes: line, path: "MANIFEST.json") } catch { return }
    }

    private static func judge(_ header: RecordHeader, _ line: [UInt8]) {
        if header.isMark { return precondition(RecordLine.mark(watermark: header.watermark) == line, "a mark is written otherwise") }
        let record = JournalRecord(header: header, line: line)
        // Only valid JSON allows splitting several events; a single one is the whole list.
        if header.eventCount <= 1 {
            var again: [UInt8] = []
            let events = header.eventCount == 0 ? [] : [Array(line[header.events].dropFirst().dropLast())]
            let isList =
                header.eventCount == 0 || (line[header.events].first == UInt8(ascii: "[") && line[header.events].last == UInt8(ascii: "]"))
            let draft = RecordLine.Draft(header: header, document: Array(record.document), events: events)
            let written = RecordLine.append(draft, to: &again)
            if isList {
                precondition(again == line, "a record is written otherwise")
                precondition(written == header, "a header is written otherwise")
            }
        }
        _ = record.events
        judgeIndex(of: header)
        let document = Array(record.document)
        judge(document, CanonicalReader.cargo, CargoRecord.decode, CargoRecord.encode)
        judge(document, CanonicalReader.voyage, VoyageRecord.decode, VoyageRecord.encode)
        judge(document, { _ in nil }, LocationRecord.decode, LocationRecord.encode)
        judge(document, CanonicalReader.handlingEvent, HandlingEventRecord.decode, HandlingEventRecord.encode)
        judge(document, { _ in nil }, BookingReservationRecord.decode, BookingReservationRecord.encode)
    }

    /// Checks that the index finds a record by each key in its header.
    private static func judgeIndex(of header: RecordHeader) {
        let families: [KeyFamily] = [.voyages, .needs, .places, .references]
        var table = JournalTable(kind: JournalKind(header.kind, schema: 2, keys: families), hash: IdHash(low: 1, high: 2))
        header.withFields { fields in
            let place = table.place(of: fields.id)
            table.take(fields, at: RecordPosition(segment: 1, length: 1, offset: 0), in: place)
            for family in families {
                guard let list = fields.keys.list(of: family.bytes) else { continue }
                KeyBytes.forEachKey(in: list) { key in
                    let found = table.ids(having: [.key(String(decoding: key, as: UTF8.self), of: family)], after: nil, limit: 1)
                    precondition(found == [header.id], "a record isn't found by a key in its header")
                }
            }
        }
    }

    /// Checks that the fast and the full reader agree on what the fast one accepts, and that what is written reads back the same.
    private static func judge<Value>(
        _ document: [UInt8],
        _ quick: (UnsafeRawBufferPointer) -> Value?,
        _ decode: (UnsafeRawBufferPointer) throws(DomainError) -> Value,
        _ encode: (Value) -> [UInt8]
    ) {
        func decoded(_ bytes: [UInt8]) -> [UInt8]? {
            do throws(DomainError) { return encode(try bytes.withRawBytes(decode)) } catch { return nil }
        }
        if let value = document.withUnsafeBytes({ quick($0) }) {
            // The fast reader rejects a leading space, so this uses the full one.
            precondition(decoded([UInt8(ascii: " ")] + document) == encode(value), "the two readers disagree")
        }
        guard let bytes = decoded(document) else { return }
        precondition(decoded(bytes) == bytes, "what was written is read otherwise")
    }
}
