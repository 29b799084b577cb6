import CargoInfrastructure
import Testing

@Suite("Reading CSV as in RFC 4180")
struct CSVReaderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let records: [CSVRecord]
        var testDescription: String { name }
    }

    static func good(_ line: Int, _ text: String, _ fields: String...) -> CSVRecord {
        CSVRecord(line: line, fields: fields, text: text, defect: nil)
    }

    static func bad(_ line: Int, _ text: String, _ defect: RowDefect) -> CSVRecord {
        CSVRecord(line: line, fields: [], text: text, defect: defect)
    }

    static let samples: [Sample] = [
        Sample(name: "plain fields", text: "a,b\nc,d\n", records: [good(1, "a,b", "a", "b"), good(2, "c,d", "c", "d")]),
        Sample(name: "no line end at the end", text: "a,b", records: [good(1, "a,b", "a", "b")]),
        Sample(name: "empty fields", text: ",\n,,", records: [good(1, ",", "", ""), good(2, ",,", "", "", "")]),
        Sample(name: "CRLF", text: "a\r\nb\r\n", records: [good(1, "a", "a"), good(2, "b", "b")]),
        Sample(name: "a lone CR", text: "a\rb\r", records: [good(1, "a", "a"), good(2, "b", "b")]),
        Sample(name: "a byte order mark", text: "\u{FEFF}a,b", records: [good(1, "a,b", "a", "b")]),
        Sample(name: "a byte order mark and quotes", text: "\u{FEFF}\"a\"", records: [good(1, "\"a\"", "a")]),
        Sample(name: "a byte order mark alone", text: "\u{FEFF}", records: []),
        Sample(name: "nothing", text: "", records: []),
        Sample(name: "empty lines", text: "\n\r\na\n\n\nb", records: [good(3, "a", "a"), good(6, "b", "b")]),
        Sample(name: "quotes", text: "\"a\",\"\"", records: [good(1, "\"a\",\"\"", "a", "")]),
        Sample(name: "a comma in quotes", text: "\"a,b\",c", records: [good(1, "\"a,b\",c", "a,b", "c")]),
        Sample(name: "doubled quotes", text: "\"a\"\"b\",\"\"\"\"", records: [good(1, "\"a\"\"b\",\"\"\"\"", "a\"b", "\"")]),
        Sample(
            name: "line ends in quotes",
            text: "\"a\nb\",\"c\r\nd\",\"e\rf\"\r\ng",
            records: [good(1, "\"a\nb\",\"c\r\nd\",\"e\rf\"", "a\nb", "c\r\nd", "e\rf"), good(5, "g", "g")]
        ),
        Sample(name: "spaces are kept", text: " a , b ", records: [good(1, " a , b ", " a ", " b ")]),
        Sample(name: "a quote inside a field", text: "a\"b,c\nd", records: [bad(1, "a\"b,c", .strayQuote), good(2, "d", "d")]),
        Sample(name: "text after a closing quote", text: "\"a\"b\nd", records: [bad(1, "\"a\"b", .strayQuote), good(2, "d", "d")]),
        Sample(name: "an open quote", text: "a\nb,\"c\nd\ne", records: [good(1, "a", "a"), bad(2, "b,\"c\nd\ne", .openQuote)]),
        Sample(name: "an open quote at the end", text: "a,\"", records: [bad(1, "a,\"", .openQuote)]),
    ]

    @Test(arguments: samples, [1, 2, 3, 7, Int.max])
    func `a sample is split into the same records, however its bytes arrive`(sample: Sample, pieceSize: Int) throws {
        #expect(try records(Array(sample.text.utf8), pieceSize: pieceSize) == sample.records)
    }

    @Test func `a record that isn't UTF-8 is rejected alone`() throws {
        let bytes = Array("a,b\n".utf8) + [0x61, 0xFF, 0x2C, 0x62, 0x0A] + Array("c".utf8)
        #expect(try records(bytes) == [Self.good(1, "a,b", "a", "b"), Self.bad(2, "a\u{FFFD},b", .encoding), Self.good(3, "c", "c")])
    }

    @Test func `a record has at most 1 MiB`() throws {
        let limit = CSVReader<ArrayByteSource>.maximumRecordSize
        let longest = Array(repeating: UInt8(ascii: "x"), count: limit)
        let fits = try records(longest + Array("\nb".utf8))
        #expect(fits.map(\.defect) == [nil, nil])
        #expect(fits[0].fields[0].utf8.count == limit)

        let spills = try records(longest + Array("x\nb".utf8))
        #expect(spills.map(\.defect) == [.tooLong, nil])
        #expect(spills[0].text.utf8.count == 4096)
        #expect(spills[1] == Self.good(2, "b", "b"))
    }

    @Test func `an unclosed quote needs no more memory than one record`() throws {
        let open = Array("a,\"".utf8) + Array(repeating: UInt8(ascii: "\n"), count: 3 << 20)
        let found = try records(open)
        #expect(found.map(\.defect) == [.tooLong])
        #expect(found[0].line == 1)
    }

    private func records(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [CSVRecord] {
        var reader = CSVReader(ArrayByteSource(bytes, pieceSize: pieceSize))
        var records: [CSVRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }
}
