import CargoDomain
import CargoTesting
import Testing

@Suite("A location")
struct LocationTests {
    @Test("VAL-LOC-2: is the same one whatever its name, and equal only with the same name")
    func identity() {
        let old = Location.stub("SESTO", name: "Stockholm")
        let new = Location.stub("SESTO", name: "Stockholm Norvik")
        #expect(old.isSameLocation(as: new))
        #expect(old != new)
        #expect(old == .stub("SESTO", name: "Stockholm"))
        #expect(!old.isSameLocation(as: .stub("SEGOT", name: "Stockholm")))
    }

    @Test(
        "VAL-LOC-2: a name has 1 to 200 scalars, whatever bytes, UTF-16 units or clusters they make",
        arguments: ["a", "\u{F6}", "\u{1F6A2}", "\u{308}", "\u{10FFFF}"]
    )
    func length(scalar: String) throws {
        for count in [1, 199, 200] { #expect(try LocationName(String(repeating: scalar, count: count)).text.unicodeScalars.count == count) }
        let long = String(repeating: scalar, count: 201)
        #expect(throws: DomainError.invalid(.locationNameInvalid, text: long)) { try LocationName(long) }
        #expect(throws: DomainError.invalid(.locationNameInvalid, text: "")) { try LocationName("") }
    }

    @Test("VAL-LOC-2: control characters are refused anywhere in a name, their neighbours are not")
    func controls() throws {
        for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) {
            let scalar = try #require(Unicode.Scalar(value))
            for text in ["\(scalar)ab", "a\(scalar)b", "ab\(scalar)"] {
                #expect(throws: DomainError.invalid(.locationNameInvalid, text: text)) { try LocationName(text) }
            }
        }
        for text in ["a b", "a~b", "a\u{A0}b", "a\u{2028}b", "a\u{AD}b"] { #expect(try LocationName(text).text == text) }
        #expect((try? LocationName("a\r\nb")) == nil)
    }

    @Test("VAL-LOC-2: a name is not only white space; with one other character it is kept as it is, untrimmed")
    func blanks() throws {
        let spaces: [UInt32] = [0x20, 0xA0, 0x1680] + Array(0x2000...0x200A) + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
        for value in spaces {
            let blank = String(try #require(Unicode.Scalar(value)))
            for text in [blank, blank + blank, " \(blank)"] {
                #expect(throws: DomainError.invalid(.locationNameInvalid, text: text)) { try LocationName(text) }
            }
            let padded = try LocationName("\(blank)a\(blank)").text
            #expect(Array(padded.unicodeScalars) == Array("\(blank)a\(blank)".unicodeScalars))
        }
    }

    @Test(
        "VAL-LOC-2: what only looks empty is not White_Space",
        arguments: ["\u{200B}", "\u{FEFF}", "\u{180E}", "\u{2060}", "\u{200C}", "\u{2800}", "\u{3164}", "\u{1FFF}", "\u{3001}"]
    )
    func invisible(text: String) throws {
        #expect(try LocationName(text).text == text)
    }
}
