import CargoInfrastructure
import Testing

@Suite("Reading lines")
struct TextLineReaderTests {
    @Test(arguments: [1, 3, Int.max])
    func `every kind of line ending counts once, and blank lines are skipped`(pieceSize: Int) throws {
        let found = try lines(Array("\u{FEFF}{}\r\n\r\n \t\n{\"a\":1}\r[]\nlast".utf8), pieceSize: pieceSize)
        #expect(found.map(\.line) == [1, 4, 5, 6])
        #expect(found.map(\.text) == ["{}", "{\"a\":1}", "[]", "last"])
        #expect(found.allSatisfy { $0.defect == nil })
    }

    @Test func `a line that isn't UTF-8 is rejected alone`() throws {
        let found = try lines([0xC3, 0x0A, 0x61])
        #expect(found.map(\.defect) == [.encoding, nil])
        #expect(found.map(\.text) == ["\u{FFFD}", "a"])
    }

    @Test func `a line has at most 1 MiB`() throws {
        let longest = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(try lines(longest + [0x0A]).map(\.defect) == [nil])
        #expect(try lines(longest + [0x78, 0x0A, 0x62]).map(\.defect) == [.tooLong, nil])
    }

    private func lines(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [(line: Int, text: String, defect: RowDefect?)] {
        var reader = TextLineReader(ArrayByteSource(bytes, pieceSize: pieceSize))
        var lines: [(line: Int, text: String, defect: RowDefect?)] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }
}
