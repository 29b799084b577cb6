/// MANIFEST.json: the list of the store's segments.
///
/// Every change replaces the whole file.
///
///     {"~crc":"9ae0daaf","format":1,"minWriter":1,"generation":3,"segments":[{"name":"seg-000001.jsonl","length":182734,"crc":"1b2c3d4e","count":120},{"name":"seg-000002.jsonl"}]}
///
/// One line, sealed with a checksum like a record. All segments but the last are sealed: their length never changes again, and anything
/// after it in the file is ignored. Segment numbers increase but can have gaps. Files that the manifest doesn't name aren't part of the
/// store. The list changes in three ways. Each time, a new manifest is renamed over the old one with LOCK held:
///
/// - Sealing: the active segment is sealed (because it is full, a save failed, or a compaction begins) and a new, empty one begins.
/// - Compaction: new segments replace the first ones, numbered between them and the active one. They contain the same lines with two
///   changes: a superseded record has `"d":0`, `"doc":{}` and no `cu` (its header and `ev` are unchanged), and no line has `tx`.
/// - Repair: the same without the damaged parts. A record with `"d":0,"doc":{"gone":"lost"}` replaces a lost one.
///
/// A reader therefore needs no special rule for such segments: versions follow each other without gaps, and `d` 0 means that there is no
/// document. An id whose newest record is lost is `corrupt_record`; a later record with `{"gone":"accepted"}` accepts the loss
/// (`EmptyDocument`).
struct JournalManifest: Equatable, Sendable {
    /// The format that this program writes, and the newest that it reads.
    static let format = 1
    /// This program's writer version.
    ///
    /// A store can require a newer one with `minWriter`.
    static let writer = 2

    /// A segment that is never appended to again.
    struct Sealed: Equatable, Sendable {
        let number: UInt32
        let length: Int
        /// The CRC-32C of all its bytes.
        let checksum: UInt32
        /// The number of records, including marks.
        let count: Int
    }

    var generation: Int
    /// The lowest writer version that may append.
    var minWriter = Self.writer
    var sealed: [Sealed]
    /// The number of the segment that is appended to.
    var active: UInt32

    /// The manifest of a new store.
    static let first = JournalManifest(generation: 1, sealed: [], active: 1)

    static func segmentName(_ number: UInt32) -> String {
        let digits = String(number)
        return "seg-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jsonl"
    }

    // MARK: Bytes

    var bytes: [UInt8] {
        var text: [UInt8] = []
        RecordLine.appendPrefix(to: &text)
        text.append(contentsOf: "\"format\":\(Self.format),\"minWriter\":\(minWriter),\"generation\":\(generation),\"segments\":[".utf8)
        for segment in sealed {
            let checksum = String(decoding: RecordLine.digits(of: segment.checksum), as: UTF8.self)
            let name = Self.segmentName(segment.number)
            text.append(
                contentsOf: "{\"name\":\"\(name)\",\"length\":\(segment.length),\"crc\":\"\(checksum)\",\"count\":\(segment.count)},".utf8
            )
        }
        text.append(contentsOf: "{\"name\":\"\(Self.segmentName(active))\"}]}\n".utf8)
        RecordLine.seal(from: 0, in: &text)
        return text
    }

    /// Parses a manifest.
    /// - Throws: `corrupt_record` if the manifest is damaged or incomplete, `store_schema_unsupported` for a format that this program
    ///   doesn't read.
    init(bytes: [UInt8], path: String) throws(JournalError) {
        let parsed = bytes.withUnsafeBytes { (line) -> Result<JournalManifest, JournalError> in
            guard LineReader.isIntact(line) else { return .failure(Self.corrupt(path, "its checksum is wrong")) }
            var reader = LineReader(line, from: RecordLine.prefixLength)
            guard reader.skip("\"format\":"), let format = reader.integer() else {
                return .failure(Self.corrupt(path, "it has no format"))
            }
            guard format == Self.format else {
                let cause = "\(path): the store has format \(format); this program reads format \(Self.format)"
                return .failure(.failure(.storeSchemaUnsupported, cause: cause))
            }
            guard let manifest = Self.rest(of: &reader, end: line.count) else { return .failure(Self.corrupt(path, "it is incomplete")) }
            return .success(manifest)
        }
        self = try parsed.get()
    }

    init(generation: Int, minWriter: Int = Self.writer, sealed: [Sealed], active: UInt32) {
        self.generation = generation
        self.minWriter = minWriter
        self.sealed = sealed
        self.active = active
    }

    private static func rest(of reader: inout LineReader, end: Int) -> JournalManifest? {
        guard reader.skip(",\"minWriter\":"), let minWriter = reader.integer(), reader.skip(",\"generation\":"),
            let generation = reader.integer(), reader.skip(",\"segments\":[")
        else { return nil }
        var sealed: [Sealed] = []
        while true {
            guard reader.skip("{\"name\":\""), let name = reader.text(), let number = segmentNumber(name),
                number > sealed.last?.number ?? 0
            else { return nil }
            if reader.skip("}]}\n") {
                guard reader.position == end else { return nil }
                return JournalManifest(generation: Int(generation), minWriter: Int(minWriter), sealed: sealed, active: number)
            }
            guard reader.skip(",\"length\":"), let length = reader.integer(), reader.skip(",\"crc\":\""), let digits = reader.text(),
                let checksum = UInt32(digits, radix: 16), reader.skip(",\"count\":"), let count = reader.integer(), reader.skip("},")
            else { return nil }
            sealed.append(Sealed(number: number, length: Int(length), checksum: checksum, count: Int(count)))
        }
    }

    /// Returns the number in a segment's name, or nil for any other name.
    static func segmentNumber(_ name: String) -> UInt32? {
        guard name.hasPrefix("seg-"), let number = UInt32(name.dropFirst(4).prefix { $0 != "." }), segmentName(number) == name, number > 0
        else { return nil }
        return number
    }

    private static func corrupt(_ path: String, _ what: String) -> JournalError {
        .corruptRecord(in: .manifest, cause: "\(path): \(what)")
    }
}
