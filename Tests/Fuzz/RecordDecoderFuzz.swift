import CargoApplication
import CargoDomain

@testable import CargoInfrastructure

/// Journal line, header and aggregate: what is read gives the same bytes again when it is written; never a crash.
enum RecordDecoderFuzz {
    /// The bytes are taken for a line without its checksum, which is put right, and for a whole segment as they are.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        var line: [UInt8] = []
        RecordLine.appendPrefix(to: &line)
        line.append(contentsOf: bytes.lazy.map { $0 == RecordLine.newline ? UInt8(ascii: " ") : $0 })
        line.append(RecordLine.newline)
        RecordLine.seal(from: 0, in: &line)
        guard line.withUnsafeBytes({ LineReader.isIntact($0) }) else { fatalError("a sealed line is not intact") }
        if let header = line.withUnsafeBytes({ LineReader.header(of: $0) }) { judge(header, line) }
        // Any line at all, too, and the one flipped bit that is looked for.
        let raw = Array(bytes)
        _ = raw.withUnsafeBytes { LineReader.header(of: $0) }
        if raw.count < 2_000, let repaired = LineRepair.header(of: raw[...]) { precondition(repaired.version >= 0) }
        do throws(DomainError) { _ = try JournalManifest(bytes: line, path: "MANIFEST.json") } catch { return }
    }

    private static func judge(_ header: RecordHeader, _ line: [UInt8]) {
        if header.isMark { return precondition(RecordLine.mark(watermark: header.watermark) == line, "a mark is written otherwise") }
        let record = JournalRecord(header: header, line: line)
        // Several events stand in one list, which only sound JSON can be cut at; one stands as it is.
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
        let document = Array(record.document)
        judge(document, CanonicalReader.cargo, CargoRecord.decode, CargoRecord.encode)
        judge(document, CanonicalReader.voyage, VoyageRecord.decode, VoyageRecord.encode)
        judge(document, { _ in nil }, LocationRecord.decode, LocationRecord.encode)
        judge(document, CanonicalReader.handlingEvent, HandlingEventRecord.decode, HandlingEventRecord.encode)
        judge(document, { _ in nil }, BookingReservationRecord.decode, BookingReservationRecord.encode)
    }

    /// The quick reader and the thorough one agree on what the quick one takes, and what is written reads alike.
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
            // A space in front, which the quick reader does not take.
            precondition(decoded([UInt8(ascii: " ")] + document) == encode(value), "the two readers disagree")
        }
        guard let bytes = decoded(document) else { return }
        precondition(decoded(bytes) == bytes, "what was written is read otherwise")
    }
}
