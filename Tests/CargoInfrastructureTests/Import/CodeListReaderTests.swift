import CargoDomain
import CargoInfrastructure
import CargoWire
import Testing

@Suite("Reading UNECE's code list, with and without a header")
struct CodeListReaderTests {
    static let header = "Change,Country,Location,Name,NameWoDiacritics,Subdivision,Function,Status,Date,IATA,Coordinates,Remarks\n"

    @Test(arguments: [1, 7, Int.max])
    func `without a header, columns have the order of UNECE, and the first record is a row`(pieceSize: Int) throws {
        let text = """
            ,"BT",,".BHUTAN",,,,,,,,\r
            "+","BT","CCS","Chuchungsa","Chuchungsa","14","--3--6--",,"2307",,"26.9826N 88.9391E",\r
            "¦","gb","lon","London","London","LND","12345---","AI","0212",,"5130N 00007W",""\r

            """
        let rows = try read(Array(text.utf8), pieceSize: pieceSize)
        #expect(rows.map(\.line) == [1, 2, 3])
        #expect(rows.map { values($0, "Change", "Country", "Location", "Name") }[0] == ["", "BT", "", ".BHUTAN"])
        #expect(values(rows[1], "Name", "Function", "Status", "Coordinates") == ["Chuchungsa", "--3--6--", "", "26.9826N 88.9391E"])
        #expect(values(rows[2], "Change", "Country", "Location", "Function", "Remarks") == ["¦", "GB", "LON", "12345---", ""])
    }

    @Test(arguments: ["", header])
    func `each record is UTF-8, or else Windows-1252`(header: String) throws {
        let latin =
            [0xA6] + Array(",\"FR\",\"OUI\",\"".utf8) + [0xCE, 0x6C, 0x65, 0x92] + Array("\",\"".utf8)
            + [0x9C, 0x80, 0x81] + Array("\",,,,,,,\n".utf8)
        let mixed = Array(",\"SE\",\"GOT\",\"GÃ¶teborg\",\"".utf8) + [0xF6] + Array("\",,,,,,,\n".utf8)
        let rows = try read(Array((header + ",\"SE\",\"MMA\",\"Malmö\",,,,,,,,\n").utf8) + latin + mixed)
        #expect(values(rows[0], "Name") == ["Malmö"])
        #expect(values(rows[1], "Change", "Name", "NameWoDiacritics") == ["¦", "Île’", "œ€\u{81}"])
        #expect(rows[1].text == "¦,\"FR\",\"OUI\",\"Île’\",\"œ€\u{81}\",,,,,,,")
        // One field alone would be valid UTF-8.
        #expect(values(rows[2], "Name", "NameWoDiacritics") == ["GÃƒÂ¶teborg", "ö"])
    }

    @Test func `with a header of un_locode and name, a record that isn't UTF-8 is malformed`() throws {
        #expect(try read(Array("un_locode,name\nSEMMA,Malm".utf8) + [0xF6]).map(code) == ["encoding_invalid"])
    }

    @Test func `columns follow the newest header`() throws {
        let rows = try read(
            Self.header + ",SE,GOT,Göteborg,Goteborg,,1-------,AA,,,,\n"
                + "change,Country,Location,NameWoDiacritics,Name,Status,Function,Distance\n"
                + ",SE,MMA,Malmo,Malmö,AA,1-------,7\n" + "Country,Location,Name\nSE,HEL,Helsingborg\n,HEL,Country\nCountry,Location\n"
        )
        #expect(rows.map(\.line) == [2, 4, 6, 7, 8])
        #expect(values(rows[0], "Name", "NameWoDiacritics", "Function", "Status") == ["Göteborg", "Goteborg", "1-------", "AA"])
        #expect(values(rows[1], "Name", "NameWoDiacritics", "Function", "Status") == ["Malmö", "Malmo", "1-------", "AA"])
        #expect(values(rows[2], "Country", "Location", "Name") == ["SE", "HEL", "Helsingborg"])
        // Neither of these is a header.
        #expect(values(rows[3], "Country", "Location", "Name") == ["", "HEL", "Country"])
        #expect(code(rows[4]) == "row_too_short")
    }

    @Test func `a list without a header may have one later, and lists one after the other are one`() throws {
        let rows = try read(",\"SE\",,\".SWEDEN\"\n\(Self.header),SE,GOT,Göteborg,,,,,,,,\n")
        #expect(rows.map(\.line) == [1, 3])
        #expect(values(rows[1], "Location", "Name") == ["GOT", "Göteborg"])
    }

    @Test(arguments: [String(header.dropLast()) + ",CoordinatesDecimal,Distance,Source\n", ""])
    func `further columns are ignored`(header: String) throws {
        let rows = try read(header + ",AD,ALV,Andorra la Vella,,,,,,,4230N 00131E,,\"42.50000,1.51667\",1,UN/LOCODE\n")
        #expect(values(rows[0], "Name", "Coordinates") == ["Andorra la Vella", "4230N 00131E"])
        guard case .fields(.object(let members)) = rows[0].content else {
            Issue.record("the row is malformed")
            return
        }
        #expect(members.count == 12)
    }

    @Test func `a row has as many columns as the list, but headings and former names may be shorter`() throws {
        let rows = try read(",AD,,.ANDORRA\n=,AD,,A = B\n,AD,ALV,Andorra la Vella\n,AD\n,AD,,,\n,AD,ALV,A,A,,,,,,4230N 00131E,,\n")
        #expect(rows.map(code) == [nil, nil, "row_too_short", "row_too_short", "row_too_short", "row_too_wide"])
        #expect(values(rows[1], "Change", "Location", "Name", "Remarks") == ["=", "", "A = B", ""])
    }

    @Test(
        arguments: [
            ("SE,GOT,Göteborg\n", 1, ["un_locode", "name"]), (",SE,GOT,Göteborg,,,,\n", 1, ["un_locode", "name"]),
            (",SWE,GOT,Göteborg,,,,,,,,\n", 1, ["un_locode", "name"]), (",SE,GOTX,Göteborg,,,,,,,,\n", 1, ["un_locode", "name"]),
            ("new,SE,GOT,Göteborg,,,,,,,,\n", 1, ["un_locode", "name"]), ("\n\n,S5,GOT,Göteborg,,,,,,,,\n", 3, ["un_locode", "name"]),
            ("Country,Location,Name,Country\n", 1, []), ("Country,Place,Name\n", 1, ["Location"]),
        ] as [(String, Int, [String])]
    )
    func `a first record that is neither a header nor a row of the list names its line`(text: String, line: Int, missing: [String]) throws {
        let error = #expect(throws: ImportReaderFailure.self) { try read(text) }
        guard case .header(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.line == line)
        #expect(failure.missing == missing)
        #expect(failure.allowsCodeList)
    }

    @Test func `with a mapping, and for other kinds of rows, a header is required`() throws {
        let row = Array(",SE,GOT,Göteborg,,,,,,,,\n".utf8)
        let mapping = try ImportMapping(try JSONParser.parse(#"{"columns":{"name":"Port"}}"#), for: .locations) { _ in nil }
        var mapped = ImportReader(csv: ArrayByteSource(row), .locations, mapping)
        #expect(throws: ImportReaderFailure.self) { try mapped.next(1) }
        var voyages = ImportReader(csv: ArrayByteSource(row), .voyages)
        #expect(throws: ImportReaderFailure.self) { try voyages.next(1) }
    }

    private func read(_ text: String) throws -> [ImportRow] { try read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [ImportRow] {
        var reader = ImportReader(csv: ArrayByteSource(bytes, pieceSize: pieceSize), .locations)
        return try reader.next(1000)
    }

    private func code(_ row: ImportRow) -> String? {
        if case .malformed(let code) = row.content { code } else { nil }
    }

    /// The row's values in some columns.
    private func values(_ row: ImportRow, _ names: String...) -> [String?] {
        guard case .fields(let fields) = row.content else { return [] }
        return names.map { fields[$0]?.asText }
    }
}
