/// MANIFEST.json: the list of the store's segments.
///
/// Every change replaces the whole file.
///
///     {"~crc":"9ae0daaf","format":1,"minWriter":1,"generation":3,"segments":[{"name":"seg-000001.jsonl","length":182734,"crc":"1b2c3d4e","count":120},{"name":"seg-000002.jsonl"}]}
///
/// In a store of format 2, `"trimmed":N` follows the generation. One line, sealed with a checksum like a record. All segments but the last are sealed: their length never changes again, and anything
/// after it in the file is ignored. Segment numbers increase but can have gaps. Files that the manifest doesn't name aren't part of the
/// store. The list changes in three ways. Each time, a new manifest is renamed over the old one with LOCK held:
///
/// - Sealing: the active segment is sealed (because it is full, a save failed, or a compaction begins) and a new, empty one begins.
/// - Compaction: new segments replace the first ones, numbered between them and the active one. They contain the same lines with two
///   changes: a superseded record has `"d":0`, `"doc":{}` and no `cu` (its header and `ev` are unchanged), and no line has `tx`.
/// - Repair: the same without the damaged parts. A record with `"d":0,"doc":{"gone":"lost"}` replaces a lost one.
///
/// Such segments need no special rule of a reader: versions follow each other without gaps, and `d` 0 means that there is no document. Only
/// in format 2, the first record of an id may have any version, and domain events begin behind `trimmed`, because a compaction was asked
/// to drop what comes before (`JournalTrimming`). An id whose newest record is lost is `corrupt_record`; a later record with `{"gone":"accepted"}` accepts the loss
/// (`EmptyDocument`).
struct JournalManifest: Equatable, Sendable {
    /// The newest format that this program reads.
    ///
    /// A store has format 1 until a compaction drops domain events or records of removed ids.
    static let format = 2
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
    /// The sequence number up to which compactions have dropped domain events, perhaps 0; nil in format 1.
    ///
    /// If it isn't nil, they may have dropped the first records of an id, too.
    var trimmed: Int64?
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
        let format = trimmed == nil ? 1 : 2
        text.append(contentsOf: "\"format\":\(format),\"minWriter\":\(minWriter),\"generation\":\(generation)".utf8)
        if let trimmed { text.append(contentsOf: ",\"trimmed\":\(trimmed)".utf8) }
        text.append(contentsOf: ",\"segments\":[".utf8)
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
            guard (1...Int64(Self.format)).contains(format) else {
                let cause = "\(path): the store has format \(format); this program reads up to format \(Self.format)"
                return .failure(.failure(.storeSchemaUnsupported, cause: cause))
            }
            guard let manifest = Self.rest(of: &reader, format: format, end: line.count) else {
                return .failure(Self.corrupt(path, "it is incomplete"))
            }
            return .success(manifest)
        }
        self = try parsed.get()
    }

    init(generation: Int, minWriter: Int = Self.writer, trimmed: Int64? = nil, sealed: [Sealed], active: UInt32) {
        self.generation = generation
        self.minWriter = minWriter
        self.trimmed = trimmed
        self.sealed = sealed
        self.active = active
    }

    private static func rest(of reader: inout LineReader, format: Int64, end: Int) -> JournalManifest? {
        guard reader.skip(",\"minWriter\":"), let minWriter = reader.integer(), reader.skip(",\"generation\":"),
            let generation = reader.integer()
        else { return nil }
        var trimmed: Int64?
        if format > 1 {
            guard reader.skip(",\"trimmed\":"), let position = reader.integer() else { return nil }
            trimmed = position
        }
        guard reader.skip(",\"segments\":[") else { return nil }
        var sealed: [Sealed] = []
        while true {
            guard reader.skip("{\"name\":\""), let name = reader.text(), let number = segmentNumber(name),
                number > sealed.last?.number ?? 0
            else { return nil }
            if reader.skip("}]}\n") {
                guard reader.position == end else { return nil }
                return JournalManifest(
                    generation: Int(generation),
                    minWriter: Int(minWriter),
                    trimmed: trimmed,
                    sealed: sealed,
                    active: number
                )
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
