import CargoInfrastructure
import CargoWire
import Testing

@Suite("Reading rows by column name")
struct ImportReaderTests {
    @Test func `column names ignore case, values are trimmed, and codes are upper-cased`() throws {
        let rows = try read(csv: " NAME ,un_LOCODE\n Göteborg , segot\t\n\"  \",SEMMA\n", .locations)
        #expect(rows.map(\.line) == [2, 3])
        #expect(fields(rows[0]) == ["name": "Göteborg", "un_locode": "SEGOT"])
        #expect(fields(rows[1]) == ["name": "", "un_locode": "SEMMA"])
        #expect(rows[0].text == " Göteborg , segot\t")
    }

    @Test func `voyage numbers keep their case`() throws {
        let header = "voyage_number,departure_location,departure_time,arrival_location,arrival_time\n"
        let rows = try read(csv: header + "v-1,hkhkg,t,sesto,t\n", .voyages)
        #expect(fields(rows[0])?["voyage_number"] == "v-1")
        #expect(fields(rows[0])?["departure_location"] == "HKHKG")
    }

    @Test func `rows that are too short, too long or malformed are returned with the reason`() throws {
        let rows = try read(csv: "un_locode,name\nSEGOT\nSEGOT,a,b\nSEGOT,\"a\n", .locations)
        #expect(rows.map(code) == ["row_too_short", "row_too_wide", "quote_not_closed"])
    }

    @Test(
        arguments: [
            ("", ["un_locode", "name"], [], nil),
            ("un_locode\n", ["name"], [], "un_locode"),
            ("un_locode,name,name\n", [], ["name"], "un_locode,name,name"),
            ("un_locode,name,x\n", [], ["x"], "un_locode,name,x"),
            ("Country,Location\n", ["Name"], [], "Country,Location"),
            ("\"un_locode\n", ["un_locode", "name"], [], "\"un_locode\n"),
        ] as [(String, [String], [String], String?)]
    )
    func `an unknown header fails before any row`(text: String, missing: [String], unexpected: [String], found: String?) {
        let error = #expect(throws: ImportReaderFailure.self) { try read(csv: text, .locations) }
        guard case .header(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.missing == missing)
        #expect(failure.unexpected == unexpected)
        #expect(failure.found == found)
        #expect(failure.line == 1)
    }

    @Test func `a JSON line that isn't an object is malformed`() throws {
        var reader = ImportReader(jsonLines: ArrayByteSource(Array("{\"a\":1}\n\n[]\n{\n{\"a\":9007199254740992}\n".utf8)))
        let rows = try reader.next(10)
        #expect(rows.map(\.line) == [1, 3, 4, 5])
        #expect(rows.map(code) == [nil, "shape_invalid", "json_invalid", nil])
        #expect(try reader.next(10).isEmpty)
    }

    @Test func `chunks have at most the requested size, and rows read before a failure come first`() throws {
        let text = Array("un_locode,name\nSEGOT,a\nSEMMA,b\nSEHEL,c\nSEK".utf8)
        var reader = ImportReader(csv: FailingByteSource(bytes: text), .locations)
        #expect(try reader.next(2).count == 2)
        #expect(try reader.next(2).count == 1)
        #expect(throws: ImportReaderFailure.source(.init(errorNumber: 5))) { try reader.next(2) }
        #expect(throws: ImportReaderFailure.source(.init(errorNumber: 5))) { try reader.next(2) }
    }

    @Test func `a chunk of long rows is cut, so that it fits into memory`() throws {
        let row = "SEGOT," + String(repeating: "x", count: 1_000_000) + "\n"
        let text = "un_locode,name\n" + String(repeating: row, count: 7)
        var reader = ImportReader(csv: ArrayByteSource(Array(text.utf8)), .locations)
        #expect(try reader.next(1000).count == 5)
        #expect(try reader.next(1000).count == 2)
        #expect(try reader.next(1000).isEmpty)
    }

    @Test func `rows are delivered as they arrive, not collected into full chunks`() throws {
        var reader = ImportReader(csv: SlowByteSource(pieces: ["un_locode,name\nSEGOT,a\nSEMMA,b\n", "SEHEL,c\n"]), .locations)
        #expect(try reader.next(100).count == 2)
        #expect(try reader.next(100).count == 1)
        #expect(try reader.next(100).isEmpty)
    }

    @Test func `complete rows don't wait for an incomplete one`() throws {
        let pieces = ["un_locode,name\nSEGOT,a\nSEMMA,b\nSEHEL", ",c\r\nSEKAN,d\r", "\nSESTO,e"]
        var reader = ImportReader(csv: SlowByteSource(pieces: pieces), .locations)
        #expect(try reader.next(100).map(\.line) == [2, 3])
        #expect(try reader.next(100).map(\.line) == [4, 5])
        #expect(try reader.next(100).map(\.line) == [6])
        #expect(try reader.next(100).isEmpty)
        var lines = ImportReader(jsonLines: SlowByteSource(pieces: ["{\"a\":1}\n{\"a\":2}\n{\"a\"", ":3}\n"]))
        #expect(try lines.next(100).count == 2)
        #expect(try lines.next(100).count == 1)
    }

    private func read(csv text: String, _ columns: ImportColumns) throws -> [ImportRow] {
        var reader = ImportReader(csv: ArrayByteSource(Array(text.utf8)), columns)
        return try reader.next(1000)
    }

    private func code(_ row: ImportRow) -> String? {
        if case .malformed(let code) = row.content { code } else { nil }
    }

    private func fields(_ row: ImportRow) -> [String: String]? {
        guard case .fields(.object(let members)) = row.content else { return nil }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.asText ?? "?") })
    }
}

/// A source of bytes that ends with an error.
private struct FailingByteSource: ByteSource {
    var bytes: [UInt8]

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        guard !bytes.isEmpty else { throw ByteSourceFailure(errorNumber: 5) }
        let count = bytes.count
        buffer.copyBytes(from: bytes)
        bytes = []
        return count
    }
}

/// A source of chunks.
///
/// The reader has to wait for each one except the first.
private struct SlowByteSource: ByteSource {
    var pieces: [String]

    var isReady: Bool { false }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        guard !pieces.isEmpty else { return 0 }
        let piece = Array(pieces.removeFirst().utf8)
        buffer.copyBytes(from: piece)
        return piece.count
    }
}
